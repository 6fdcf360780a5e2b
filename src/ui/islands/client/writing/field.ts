import type { Edit, Selected } from "#ui/islands/markdown-edits.ts";
import { apply, exchange, selectedIn } from "./typing.ts";

/** Where a text is written: the plain field, or the editor that shows what the text means. */
export type Field = {
	selected(): Selected;
	/** Makes a change that undo reverts, and puts the caret there. */
	apply(edit: Edit): void;
	/** Replaces a text that a script put in, wherever it stands by now, while somebody may be typing elsewhere. */
	exchange(was: string, words: string): Promise<void>;
	focus(): void;
	/** Puts the caret behind the paragraph at a point of the screen, where it can. */
	stand?(at: { clientX: number; clientY: number }): void;
};

/** The plain field. */
export const plain = (area: HTMLTextAreaElement): Field => ({
	selected: () => selectedIn(area),
	apply: (edit) => apply(area, edit),
	exchange: (was, words) => exchange(area, was, words),
	focus: () => area.focus({ preventScroll: true }),
});
