import type { Edit, Selected } from "#ui/islands/markdown-edits.ts";
import { apply, exchange, select, selectedIn } from "./typing.ts";

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
	/** Uses a tool that this field knows by what the text means; `isOver` in place of what is selected. Says whether it did. */
	tool?(name: string, isOver: boolean): boolean;
	/** The cell of a table in which is written: rows that are pasted there fill the cells from it on. Only of the other editor. */
	cell?: { fill(rows: string[][]): void } | null;
	/** Selects a range, and shows it in the middle of the view. */
	select(from: number, to: number): void;
	/** Takes the last change back. */
	undo(): void;
};

/** Uses a tool by its name; `isOver` in place of what is selected. */
export type Use = (name: string, isOver: boolean) => void;
/** What the page gives its editor: its tools, how they are used, and how a bar of tools is gone along. */
export type Desk = { tools: HTMLElement; use: Use; rove: (bar: HTMLElement) => void };

/** The plain field. */
export const plain = (area: HTMLTextAreaElement): Field => ({
	selected: () => selectedIn(area),
	apply: (edit) => apply(area, edit),
	exchange: (was, words) => exchange(area, was, words),
	focus: () => area.focus({ preventScroll: true }),
	select: (from, to) => select(area, from, to),
	undo: () => {
		area.focus({ preventScroll: true });
		document.execCommand("undo");
	},
});
