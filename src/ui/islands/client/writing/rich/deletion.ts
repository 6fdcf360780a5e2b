/**
 * What is deleted when somebody deletes what is seen: marks that are not shown go with the words that they mark, and
 * stay otherwise.
 */
import { type ChangeSpec, type EditorState, findClusterBreak } from "@codemirror/state";
import { type Mark, marksIn, passagesIn, type Span } from "./marks.ts";

/** Blocks as deletion sees them: the hidden or drawn range at a position. */
export type BlockAt = (at: number) => (Span & { isDrawn: boolean }) | null;
export type Deletion = Span & {
	/** The direction of a key; a selection has none. */
	towards: "backward" | "forward" | null;
};

/**
 * Returns the ranges to delete, in order, for a deletion of what is seen; a block to be selected first, where a key
 * stands before or behind one that is drawn.
 */
export function deleted(state: EditorState, deletion: Deletion, blockAt: BlockAt): Span[] | { select: Span } {
	const asked = pastMarks(state, deletion);
	if (asked === null) return [];
	const joined = acrossGap(state, asked, blockAt);
	return "select" in joined ? joined : withoutHalves(state, joined);
}

/** Moves a key's deletion of marks alone to the character beyond them; null at the end of the text. */
function pastMarks(state: EditorState, deletion: Deletion): Deletion | null {
	const { from, to, towards } = deletion;
	if (towards === null) return deletion;
	const line = state.doc.lineAt(towards === "backward" ? to : from);
	const marks = marksIn(state, line);
	const mark = marks.find((one) => one.from <= from && to <= one.to);
	// The mark of a line is a thing that a key takes away whole: a heading becomes a paragraph.
	if (mark?.line) return { ...deletion, from: mark.from, to: mark.to };
	if (!mark) return deletion;
	const at = towards === "backward" ? mark.from : mark.to;
	const beyond = findClusterBreak(line.text, at - line.from, towards === "forward") + line.from;
	if (beyond !== at) return { ...deletion, from: Math.min(at, beyond), to: Math.max(at, beyond) };
	const next = towards === "backward" ? at - 1 : at + 1;
	if (next < 0 || next > state.doc.length) return null;
	return { ...deletion, from: Math.min(at, next), to: Math.max(at, next) };
}

/**
 * Joins two blocks whole when the break between them is deleted: no hidden line stays between them, nor a mark in the
 * middle of a line. Beside a block that is drawn a key selects the block.
 */
function acrossGap(state: EditorState, { from, to, towards }: Deletion, blockAt: BlockAt): Span | { select: Span } {
	if (!state.sliceDoc(from, to).includes("\n")) return { from, to };
	const start = beyondGaps(from, blockAt, { step: -1, end: 0 });
	const end = beyondGaps(to, blockAt, { step: 1, end: state.doc.length });
	const drawn = towards && [blockAt(start), blockAt(end)].find((block) => block?.isDrawn);
	if (drawn) return { select: { from: drawn.from, to: drawn.to } };
	const mark = marksIn(state, state.doc.lineAt(end)).find((one) => one.line && one.from === end);
	const isInLine = start > state.doc.lineAt(start).from;
	return { from: start, to: mark && isInLine ? mark.to : end };
}

/** Returns the nearest position outside hidden lines, in the direction of `step`. */
function beyondGaps(at: number, blockAt: BlockAt, { step, end }: { step: 1 | -1; end: number }): number {
	const block = blockAt(at);
	if (!block || block.isDrawn) return at;
	const edge = step < 0 ? block.from : block.to;
	return edge === end ? edge : beyondGaps(edge + step, blockAt, { step, end });
}

/** Keeps the marks of words that stay, and takes those of words that go. */
function withoutHalves(state: EditorState, asked: Span): Span[] {
	let { from, to } = asked;
	const kept: Mark[] = [];
	for (const passage of passagesIn(state, asked)) {
		const { inner } = passage;
		if (from <= inner.from && to >= inner.to && inner.from < inner.to) {
			from = Math.min(from, passage.from);
			to = Math.max(to, passage.to);
		} else kept.push({ from: passage.from, to: inner.from }, { from: inner.to, to: passage.to });
	}
	return without(
		{ from, to },
		kept.sort((a, b) => a.from - b.from),
	);
}

/** Returns what is left of a range without others, which are in order. */
function without({ from, to }: Span, others: readonly Span[]): Span[] {
	const left: Span[] = [];
	let at = from;
	for (const other of others) {
		if (other.to <= at || other.from >= to) continue;
		if (other.from > at) left.push({ from: at, to: other.from });
		at = Math.max(at, other.to);
	}
	if (at < to) left.push({ from: at, to });
	return left;
}

/** Returns the changes that delete these ranges; a typed text comes where the first begins. */
export const changesOf = (ranges: readonly Span[], insert: string, at: number): ChangeSpec[] => [
	{ from: ranges[0]?.from ?? at, insert },
	...ranges,
];
