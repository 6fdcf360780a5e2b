/** What is deleted when somebody deletes what is seen. The marks of the passages that it touches: passages.ts. */
import { type EditorState, findClusterBreak, type Line } from "@codemirror/state";
import { blockAt, drawnAt } from "./blocks.ts";
import { isAsWritten, isAtBeginning, marksIn, type Span } from "./marks.ts";

export type Deletion = Span & {
	/** The direction of a key; a selection has none. */
	towards: "backward" | "forward" | null;
	/** Whether words take its place, which are seen. */
	isReplaced: boolean;
};

/**
 * Returns the range to delete for a deletion of what is seen, or a block to be selected first, where a key stands before
 * or behind one that is drawn; null where nothing is there to delete.
 */
export function deleted(state: EditorState, deletion: Deletion): Span | { select: Span } | null {
	const { from: first, to: last, towards } = deletion;
	const beside = towards && drawnAt(state, towards === "backward" ? last : first);
	if (beside) return { select: beside };
	const asked = pastMarks(state, deletion);
	if (asked === null) return null;
	const joined = acrossGap(state, asked);
	if ("select" in joined) return joined;
	const { from, to } = withEscapes(state, joined);
	const isBeginning = !asked.isReplaced && isAtBeginning(state, from) && !isAsWritten(state, from);
	return { from, to: isBeginning ? to + spacesAt(state, to) : to };
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
	const next = towards === "backward" ? { from: mark.from - 1, to: mark.from } : { from: mark.to, to: mark.to + 1 };
	if (next.from < 0 || next.to > state.doc.length) return null;
	if (next.from < line.from || next.to > line.to) return { ...deletion, ...next };
	return pastMarks(state, { ...deletion, ...clustered(line, next, towards) });
}

/** Returns the whole character, such as an emoji of several parts, that a place in a line belongs to. */
function clustered(line: Line, { from, to }: Span, towards: "backward" | "forward"): Span {
	return towards === "backward"
		? { from: findClusterBreak(line.text, to - line.from, false) + line.from, to }
		: { from, to: findClusterBreak(line.text, from - line.from, true) + line.from };
}

/**
 * Joins two blocks whole when the break between them is deleted: no hidden line stays between them, nor a mark in the
 * middle of a line. Beside a block that is drawn a key selects the block.
 */
function acrossGap(state: EditorState, { from, to, towards }: Deletion): Span | { select: Span } {
	if (!state.sliceDoc(from, to).includes("\n")) return { from, to };
	const start = beyondGaps(state, from, -1);
	const end = beyondGaps(state, to, 1);
	const drawn = towards && (drawnAt(state, start) ?? drawnAt(state, end));
	if (drawn) return { select: drawn };
	const mark = marksIn(state, state.doc.lineAt(end)).find((one) => one.line && one.from === end);
	const isInLine = start > state.doc.lineAt(start).from;
	return { from: start, to: mark && isInLine ? mark.to : end };
}

/** Returns how many spaces follow a place; at the beginning of a paragraph they would mean something else, or nothing. */
export function spacesAt(state: EditorState, place: number): number {
	return /^[ \t]*/.exec(state.sliceDoc(place, state.doc.lineAt(place).to))?.[0].length ?? 0;
}

/** Returns the nearest position outside hidden lines, in the direction of `step`; at the end of the text that place. */
export function beyondGaps(state: EditorState, at: number, step: 1 | -1): number {
	const block = blockAt(state, at);
	if (!block || block.isDrawn) return at;
	const edge = step < 0 ? block.from : block.to;
	return edge === (step < 0 ? 0 : state.doc.length) ? edge : beyondGaps(state, edge + step, step);
}

/** Takes the whole of an escaped character, of which only half is shown. */
function withEscapes(state: EditorState, { from, to }: Span): Span {
	const marks = marksIn(state, { from: state.doc.lineAt(from).from, to: state.doc.lineAt(to).to });
	const isCut = (mark: Span): boolean => mark.to - mark.from === 1 && state.sliceDoc(mark.from, mark.to) === "\\";
	const half = marks.find((mark) => isCut(mark) && mark.to === from);
	return { from: half ? half.from : from, to };
}
