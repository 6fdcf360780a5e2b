import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";
import { continued } from "#ui/islands/markdown-edits.ts";
import { spacesAt } from "./deletion.ts";
import { isAsWritten, marksIn, nodeAround } from "./marks.ts";
import { leftBehind, nested } from "./nesting.ts";
import { rewritten } from "./passages.ts";

const EMPTY = /^[ \t]*$/;

const typed = (change: ChangeSpec, caret: number): TransactionSpec => ({
	changes: change,
	selection: EditorSelection.cursor(caret),
	scrollIntoView: true,
	userEvent: "input",
});

/** Takes the caret's item out one level; null for one of the outermost list. */
const nestedOut = (state: EditorState): TransactionSpec | null => {
	const out = nested(state, "out");
	return out?.changes ? out : null;
};

/** Begins after the list an empty paragraph in place of an empty item, with the lines that part it from what is around. */
function listEnded(state: EditorState): TransactionSpec {
	const { from, to } = state.selection.main;
	const line = state.doc.lineAt(from);
	const isParted = line.number === state.doc.lines || EMPTY.test(state.doc.line(line.number + 1).text);
	const ended = { from: line.from, to, insert: isParted ? "\n" : "\n\n" };
	return typed([ended, ...leftBehind(state)], line.from + 1);
}

/** Returns what Enter does: a new paragraph, the next item, a line of code; an empty item is taken out, until the list ends. */
export function entered(state: EditorState): TransactionSpec {
	const { from, to } = state.selection.main;
	const line = state.doc.lineAt(from);
	const parted = (insert: string, after = ""): TransactionSpec => {
		const made = rewritten(state, { from, to: to + spacesAt(state, to), insert: insert + after, isBreak: true });
		return typed(made.change, made.caret - after.length);
	};
	// A line that follows at once would take the new paragraph for a line that only parts blocks.
	const last = state.doc.lineAt(to);
	const isAtEnd = to + spacesAt(state, to) === last.to && last.number < state.doc.lines;
	const after = isAtEnd && !EMPTY.test(state.doc.line(last.number + 1).text) ? "\n" : "";
	const put = (insert: string): TransactionSpec => typed({ from, to, insert }, from + insert.length);
	if (isAsWritten(state, from) && isAsWritten(state, to)) return put(`\n${/^[ \t]*/.exec(line.text)?.[0] ?? ""}`);
	if (from !== to) return parted("\n\n", after);
	const quote = /^[ \t]*(?:>[ \t]?)+/.exec(line.text)?.[0];
	if (quote !== undefined && nodeAround(state, line.to, /^Blockquote$/)) {
		const isEmpty = line.text.trim() === quote.trim();
		return isEmpty ? typed({ from: line.from, to: line.to }, line.from) : parted(`\n${quote.trimEnd()}\n${quote}`);
	}
	const item = continued({ text: line.text, from: from - line.from, to: to - line.from });
	if (item?.insert === "") return nestedOut(state) ?? listEnded(state);
	if (item) return parted(item.insert);
	if (EMPTY.test(line.text)) return put("\n");
	// Before a heading the mark goes along with its words.
	const isBefore = /^[ \t]*#{1,6}[ \t]+$/.test(line.text.slice(0, from - line.from));
	return isBefore ? typed({ from: line.from, insert: "\n\n" }, from + 2) : parted("\n\n", after);
}

/** Returns what Backspace does at the beginning of an item: it is taken out, the outermost becomes a paragraph; null elsewhere. */
export function itemLeft(state: EditorState): TransactionSpec | null {
	const { from, empty } = state.selection.main;
	const line = state.doc.lineAt(from);
	const mark = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t](?:\[[ xX]\][ \t])?/.exec(line.text)?.[0];
	if (!empty || mark === undefined || from !== line.from + mark.length || !nodeAround(state, from, /^ListItem$/))
		return null;
	const out = nestedOut(state);
	if (out) return out;
	const isBare = (number: number): boolean =>
		number < 1 || number > state.doc.lines || EMPTY.test(state.doc.line(number).text);
	const before = isBare(line.number - 1) ? "" : "\n";
	const after = isBare(line.number + 1) ? "" : "\n";
	return typed(
		[{ from: line.from, to: from, insert: before }, { from: line.to, insert: after }, ...leftBehind(state)],
		line.from + before.length,
	);
}

const run =
	(make: (state: EditorState) => TransactionSpec | null): Command =>
	(view: EditorView) => {
		const made = view.state.readOnly ? null : make(view.state);
		if (!made) return false;
		view.dispatch(made);
		return true;
	};

/** A break of line within a paragraph. */
const broken = (state: EditorState): TransactionSpec => {
	const { from, to } = state.selection.main;
	return typed({ from, to, insert: "  \n" }, from + 3);
};

/** Leaves the caret at the beginning of a line, where it stands behind the line's mark. */
const atHome = ({ state }: EditorView): boolean => {
	const { head, empty } = state.selection.main;
	return empty && marksIn(state, state.doc.lineAt(head)).some(({ line, to }) => line && to === head);
};

export const KEYS: readonly KeyBinding[] = [
	{ key: "Enter", run: run(entered), shift: run(broken) },
	{ key: "Home", run: atHome },
	{ key: "Backspace", run: run(itemLeft) },
	{ key: "Tab", run: run((state) => nested(state, "in")), shift: run((state) => nested(state, "out")) },
];
