import { syntaxTree } from "@codemirror/language";
import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { continued } from "#ui/islands/markdown-edits.ts";

const AS_WRITTEN = /^(?:FencedCode|CodeBlock|HTMLBlock|CommentBlock)$/;
const EMPTY = /^[ \t]*$/;

/** Returns the nearest node of such a name around a position. */
export function nodeAround(state: EditorState, at: number, name: RegExp): SyntaxNode | null {
	for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1); node; node = node.parent)
		if (name.test(node.name)) return node;
	return null;
}

const typed = (change: ChangeSpec, caret: number): TransactionSpec => ({
	changes: change,
	selection: EditorSelection.cursor(caret),
	scrollIntoView: true,
	userEvent: "input",
});

/** Returns what Enter does: a new paragraph, the next item, a line of code; after an empty item the list ends. */
export function entered(state: EditorState): TransactionSpec {
	const { from, to } = state.selection.main;
	const line = state.doc.lineAt(from);
	const put = (insert: string, at = from): TransactionSpec =>
		typed({ from: at, to: Math.max(at, to), insert }, at + insert.length);
	if (nodeAround(state, from, AS_WRITTEN)) return put(`\n${/^[ \t]*/.exec(line.text)?.[0] ?? ""}`);
	const quote = /^[ \t]*(?:>[ \t]?)+/.exec(line.text)?.[0];
	if (quote !== undefined && nodeAround(state, line.to, /^Blockquote$/)) {
		// Enter on an empty line of a quotation ends it.
		if (line.text.trim() === quote.trim()) return typed({ from: line.from, to: line.to }, line.from);
		return put(`\n${quote.trimEnd()}\n${quote}`);
	}
	const item = from === to ? continued({ text: state.doc.toString(), from, to }) : null;
	if (item) return typed(item, item.from + item.insert.length);
	if (EMPTY.test(line.text)) return put("\n");
	// Before a heading the mark goes along with its words.
	if (from === to && /^#{1,6}\s+$/.test(line.text.slice(0, from - line.from)))
		return typed({ from: line.from, insert: "\n\n" }, from + 2);
	return put("\n\n");
}

/** Returns what Backspace does at the beginning of an item: the item becomes a paragraph; null elsewhere. */
export function itemLeft(state: EditorState): TransactionSpec | null {
	const { from, empty } = state.selection.main;
	const line = state.doc.lineAt(from);
	const mark = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t](?:\[[ xX]\][ \t])?/.exec(line.text)?.[0];
	if (!empty || mark === undefined || from !== line.from + mark.length || !nodeAround(state, from, /^ListItem$/))
		return null;
	const isBare = (number: number): boolean =>
		number < 1 || number > state.doc.lines || EMPTY.test(state.doc.line(number).text);
	const before = isBare(line.number - 1) ? "" : "\n";
	const after = isBare(line.number + 1) ? "" : "\n";
	return typed(
		[
			{ from: line.from, to: from, insert: before },
			{ from: line.to, insert: after },
		],
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

export const KEYS: readonly KeyBinding[] = [
	{ key: "Enter", run: run(entered), shift: run(broken) },
	{ key: "Backspace", run: run(itemLeft) },
];
