import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";
import { linkKind, type Read } from "./references.ts";

/** A range of the text. */
export type Span = { from: number; to: number };

/** A mark of the text that is not shown; `line` says that it stands at the beginning of a line and makes its kind. */
export type Mark = Span & { line?: true };

/** A passage between two marks, such as bold words: the whole, and the words alone. */
export type Passage = { name: string; from: number; to: number; inner: Span };

/** How long a text is read at most when a rule asks for it (milliseconds); afterwards what is read so far counts. */
const READ_MS = 100;

/** Returns the tree of a text, read as far as a place. */
export const treeTo = (state: EditorState, to: number): Tree =>
	ensureSyntaxTree(state, to, READ_MS) ?? syntaxTree(state);

/** Returns a text as it was read; the whole of it where a rule asks what stands elsewhere. */
export const readOf = (state: EditorState): Read => ({
	get tree() {
		return treeTo(state, state.doc.length);
	},
	text: ({ from, to }) => state.sliceDoc(from, to),
});

/** The blocks whose lines are as they were written: code and HTML. */
export const AS_WRITTEN = new Set([
	"FencedCode",
	"CodeBlock",
	"HTMLBlock",
	"CommentBlock",
	"ProcessingInstructionBlock",
]);

/** Returns the nearest node of such a name around a position. */
export const nodeAround = (state: EditorState, at: number, name: RegExp): SyntaxNode | null =>
	nearest(state, at, (one) => name.test(one));

function nearest(state: EditorState, at: number, is: (name: string) => boolean): SyntaxNode | null {
	for (let node: SyntaxNode | null = treeTo(state, at).resolveInner(at, -1); node; node = node.parent)
		if (is(node.name)) return node;
	return null;
}

/** Whether a place stands in code or HTML, whose lines are as they were written. */
export const isAsWritten = (state: EditorState, at: number): boolean =>
	nearest(state, at, (name) => AS_WRITTEN.has(name)) !== null;

const PAIRED = new Set(["StrongEmphasis", "Emphasis", "Strikethrough", "InlineCode", "Link"]);

/** Returns the passage that a node is; null for another node, and for a link that leads nowhere or is shown as written. */
export function passageOf(node: SyntaxNode, read: Read): Passage | null {
	if (!PAIRED.has(node.name) || (node.name === "Link" && linkKind(node, read) !== "link")) return null;
	const first = node.firstChild;
	const second = node.name === "Link" ? closingOf(node) : node.lastChild;
	if (!first || !second || first.from === second.from) return null;
	return { name: node.name, from: node.from, to: node.to, inner: { from: first.to, to: second.from } };
}

/** Returns the bracket that closes the words of a link. */
const closingOf = (link: SyntaxNode): SyntaxNode | null => link.getChildren("LinkMark")[1] ?? null;

/** Returns the passages that touch a range, outer ones first. */
export function passagesIn(state: EditorState, { from, to }: Span): Passage[] {
	const found: Passage[] = [];
	const read = readOf(state);
	treeTo(state, to).iterate({
		from,
		to,
		enter: ({ node }) => {
			const passage = passageOf(node, read);
			if (passage && isOnOneLine(state, passage)) found.push(passage);
		},
	});
	return found;
}

/** Marks that hold a break of line stay in sight: no replaced range may cross one. */
const isOnOneLine = (state: EditorState, { from, to, inner }: Passage): boolean =>
	!/\n/.test(state.sliceDoc(from, inner.from) + state.sliceDoc(inner.to, to));

const HEADING = /^(?:ATX|Setext)Heading[1-6]$/;

/** Returns the marks that are not shown in a range, in order. */
export function marksIn(state: EditorState, span: Span): Mark[] {
	const found: Mark[] = [];
	const read = readOf(state);
	treeTo(state, span.to).iterate({
		...span,
		enter: ({ node }) => {
			const passage = passageOf(node, read);
			if (passage && isOnOneLine(state, passage))
				found.push({ from: passage.from, to: passage.inner.from }, { from: passage.inner.to, to: passage.to });
			else if (node.name === "HeaderMark") found.push(...headingMark(state, node));
			else if (node.name === "QuoteMark" || node.name === "ListMark") found.push(...lineMark(state, node));
			else if (node.name === "Escape") found.push({ from: node.from, to: node.from + 1 });
		},
	});
	return merged(found.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from || a.to - b.to));
}

/** Returns the mark that a place stands in, or the mark of its line that it stands before. */
export const markAt = (state: EditorState, place: number): Mark | undefined =>
	marksIn(state, state.doc.lineAt(place)).find(
		({ from, to, line }) => (from < place || (line && from === place)) && place < to,
	);

/** Joins marks that touch: `> ## ` is one, and so is the end of bold italics. */
function merged(marks: readonly Mark[]): Mark[] {
	const all: Mark[] = [];
	for (const mark of marks) {
		const last = all.at(-1);
		if (last && mark.from <= last.to && last.line === mark.line)
			all[all.length - 1] = { ...last, to: Math.max(last.to, mark.to) };
		else all.push(mark);
	}
	return all;
}

/** Returns the marks of a heading with the spaces after them; none before the space is typed. */
function headingMark(state: EditorState, node: SyntaxNode): Mark[] {
	const heading = node.parent;
	if (!heading || !HEADING.test(heading.name) || heading.name.startsWith("Setext")) return [];
	if (node.from !== heading.from) {
		const before = state.sliceDoc(heading.from, node.from);
		return [{ from: node.from - (before.length - before.trimEnd().length), to: node.to }];
	}
	const space = /^[ \t]+/.exec(state.sliceDoc(node.to, heading.to + 1))?.[0].length ?? 0;
	if (space === 0) return [];
	const before = state.sliceDoc(state.doc.lineAt(node.from).from, node.from);
	return [{ from: node.from - (before.length - before.trimEnd().length), to: node.to + space, line: true }];
}

/** Returns the mark of a quotation or of an item, with the indent before it and the space after it. */
function lineMark(state: EditorState, node: SyntaxNode): Mark[] {
	const line = state.doc.lineAt(node.from);
	const after = /^[ \t]?/.exec(state.sliceDoc(node.to, line.to))?.[0].length ?? 0;
	if (node.name === "ListMark" && after === 0) return [];
	const before = state.sliceDoc(line.from, node.from);
	const indent = before.length - before.trimEnd().length;
	return [{ from: node.from - indent, to: node.to + after, line: true }];
}

/** Whether only spaces and the marks of its line stand before a place. */
export function isAtBeginning(state: EditorState, place: number): boolean {
	const line = state.doc.lineAt(place);
	const marks = marksIn(state, line).filter((one) => one.line && one.to <= place);
	return state.sliceDoc(marks.at(-1)?.to ?? line.from, place).trim() === "";
}
