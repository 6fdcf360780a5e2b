/** The tools of the editor that know what the text means, by the names of the buttons. */
import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { say } from "#ui/islands/client/writing/dom.ts";
import { toggled } from "./emphasis.ts";
import { openFind } from "./find.ts";
import { type ShapeName, shaped } from "./shapes.ts";

const SHAPES = new Set<string>(["text", "h2", "h3", "bullets", "numbers", "quote"] satisfies ShapeName[]);
const isShape = (name: string): name is ShapeName => SHAPES.has(name);

const change = (name: string, state: EditorState): TransactionSpec | null | undefined => {
	if (name === "bold") return toggled(state, "StrongEmphasis", "粗體字");
	if (name === "italic") return toggled(state, "Emphasis", "強調");
	return isShape(name) ? shaped(state, name) : undefined;
};

/** Uses a tool; `isOver` in place of what is selected, as one change. Says whether it is one of these. */
export function useTool(view: EditorView, name: string, isOver: boolean): boolean {
	if (name === "find") return openFind(view, false);
	if (name === "slash") return slash(view);
	const { from, to } = view.state.selection.main;
	const emptied = isOver ? view.state.update({ changes: { from, to }, userEvent: "input" }) : null;
	const made = change(name, emptied?.state ?? view.state);
	if (made === undefined) return false;
	if (emptied)
		view.dispatch({ changes: emptied.changes, userEvent: "input" }, made ? { ...made, sequential: true } : {});
	else if (made) view.dispatch(made);
	else if (name === "bold" || name === "italic") say("這裡不能這樣強調，可以在原始碼裡改");
	view.focus();
	return true;
}

/** Begins a paragraph with / as if it were typed, in the empty one of the caret or after its own. */
function slash(view: EditorView): boolean {
	const { state } = view;
	const line = state.doc.lineAt(state.selection.main.head);
	const lead = line.text.trim() === "" ? "" : "\n\n";
	const from = lead === "" ? line.from : line.to;
	const insert = `${lead}/`;
	view.dispatch({
		changes: { from, to: line.to, insert },
		selection: { anchor: from + insert.length },
		scrollIntoView: true,
		userEvent: "input.type",
	});
	view.focus();
	return true;
}
