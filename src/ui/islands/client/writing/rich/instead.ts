/** What is written in the place of a selection, or beside a block that is drawn. */
import type { EditorState, TransactionSpec } from "@codemirror/state";
import { type Block, drawnAt } from "./blocks.ts";
import { passagesIn } from "./marks.ts";

/**
 * Makes room for the word of an input method: takes away what is selected, for it comes in its place; the words of a passage stay
 * until then, because its marks would go with them. Null where it may stand at the caret.
 */
export function makeRoom(state: EditorState): TransactionSpec | null {
	const { from, to, empty } = state.selection.main;
	const passages = empty ? [] : passagesIn(state, { from, to });
	const isPassage = passages.some(({ inner }) => inner.from === from && inner.to === to);
	if (isPassage && passages.every((one) => one.from < from && to < one.to)) return null;
	if (!empty) return { changes: { from, to }, selection: { anchor: from }, userEvent: "delete.room" };
	const block = drawnAt(state, from);
	if (!block) return null;
	const { caret, ...changes } = writtenBeside(block, from, "");
	return { changes, selection: { anchor: caret }, userEvent: "input" };
}

/** Returns the change that writes words beside a block that is drawn, in a paragraph of their own. */
export function writtenBeside(block: Block, place: number, words: string) {
	const isBefore = place === block.from;
	return isBefore
		? { from: block.from, insert: `${words}\n\n`, caret: block.from + words.length }
		: { from: block.to, insert: `\n\n${words}`, caret: block.to + 2 + words.length };
}

/** Puts words in the place of what is selected. */
export const putInstead = (state: EditorState, words: string): TransactionSpec => ({
	...state.replaceSelection(words),
	scrollIntoView: true,
	userEvent: "input.type",
});
