/** What takes the place of a selection. */
import type { EditorState, TransactionSpec } from "@codemirror/state";

/** Takes away what is selected, for the word of an input method that comes in its place. */
export const makeRoom = (state: EditorState): TransactionSpec => {
	const { from, to } = state.selection.main;
	return { changes: { from, to }, selection: { anchor: from }, userEvent: "delete.replaced" };
};

/** Puts words in the place of what is selected. */
export const putInstead = (state: EditorState, words: string): TransactionSpec => ({
	...state.replaceSelection(words),
	scrollIntoView: true,
	userEvent: "input.type",
});
