/** What holds after every change: the caret stands in text that is seen, and a deletion takes what is seen. */
import {
	EditorSelection,
	EditorState,
	type Extension,
	type SelectionRange,
	type StateField,
	type Transaction,
	type TransactionSpec,
} from "@codemirror/state";
import type { DecorationSet } from "@codemirror/view";
import { blockAt, isComposing } from "./blocks.ts";
import { type BlockAt, beyondGaps, type Deletion, deleted } from "./deletion.ts";
import { isAsWritten, isAtBeginning, type Mark, marksIn, type Span } from "./marks.ts";
import { type Rewritten, rewritten } from "./passages.ts";

type Field = StateField<{ decorations: DecorationSet }>;

export const rulesOf = (field: Field): Extension => {
	const at = (state: EditorState): BlockAt => {
		const { decorations } = state.field(field);
		return (place) => blockAt(decorations, place);
	};
	return [
		EditorState.transactionFilter.of((transaction) => deletionSeen(transaction, at(transaction.startState))),
		EditorState.transactionFilter.of((transaction) => caretSeen(transaction, at(transaction.startState))),
	];
};

function deletionSeen(transaction: Transaction, at: BlockAt): TransactionSpec | readonly TransactionSpec[] {
	const { startState } = transaction;
	const asked = changeOf(transaction);
	if (!asked) return transaction;
	const { insert, towards } = asked;
	const isTyped = asked.from === asked.to;
	const isSpace = isTyped && /^[ \t\u3000]+$/.test(insert);
	const typedAt = isTyped ? behindMark(startState, asked.from) : asked.from;
	if (isTyped && !isSpace && typedAt === asked.from) return transaction;
	// A space at the beginning of a paragraph is not seen on the website, and four would make code of it.
	const isNothing =
		/^ +$/.test(insert) && isAtBeginning(startState, asked.from) && !isAsWritten(startState, asked.from);
	if (isNothing && isTyped) return [];
	const found = isTyped ? { from: typedAt, to: typedAt } : deleted(startState, asked, at);
	if (found === null) return [];
	if ("select" in found)
		return { selection: EditorSelection.range(found.select.from, found.select.to), scrollIntoView: true };
	const { change, caret } = rewritten(startState, { ...found, insert: isNothing ? "" : insert });
	return {
		changes: change,
		selection: EditorSelection.cursor(behindLineMark(startState, { change, caret })),
		scrollIntoView: true,
		userEvent: insert ? "input.type" : `delete.${towards ?? "selection"}`,
	};
}

/** Returns where a caret stands after a change: never before the mark of its line. */
export const behindLineMark = (state: EditorState, { change, caret }: Rewritten): number =>
	behindMark(state.update({ changes: change, filter: false }).state, caret);

/** Returns the one change of a transaction by which a person types or deletes, if a rule has to look at it. */
function changeOf(transaction: Transaction): (Deletion & { insert: string }) | null {
	if (!transaction.docChanged || isComposing(transaction)) return null;
	const isDeleted = transaction.isUserEvent("delete") && !transaction.isUserEvent("delete.line");
	const isInput = transaction.isUserEvent("input.type") || transaction.isUserEvent("input.paste");
	if (!isDeleted && !isInput) return null;
	const found: (Span & { insert: string })[] = [];
	transaction.changes.iterChanges((from, to, _start, _end, text) => found.push({ from, to, insert: text.toString() }));
	const [one, more] = found;
	if (!one || more) return null;
	const towards = ["backward", "forward"].find((way) => transaction.isUserEvent(`delete.${way}`));
	return {
		...one,
		towards: towards === "backward" || towards === "forward" ? towards : null,
		isReplaced: !/^[ \t]*$/.test(one.insert.slice(one.insert.lastIndexOf("\n") + 1)),
	};
}

/** Moves a caret out of hidden lines; one at a block that is drawn selects the block, or leaves it when it was selected. */
function caretSeen(transaction: Transaction, at: BlockAt): Transaction | [Transaction, TransactionSpec] {
	const { selection, startState } = transaction;
	if (!selection || transaction.docChanged) return transaction;
	const around: Around = { was: startState.selection.main, at, end: startState.doc.length };
	const ranges = selection.ranges.map((range) => {
		if (!range.empty) return rangeAt(startState, range, around);
		const caret = caretAt(range, around);
		return caret.empty ? EditorSelection.cursor(besideMarks(startState, caret.head, around), range.assoc) : caret;
	});
	if (ranges.every((range, index) => range.eq(selection.ranges[index] ?? range))) return transaction;
	return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex), sequential: true }];
}

/** The selection before, the blocks, and where the text ends. */
type Around = { was: SelectionRange; at: BlockAt; end: number };

/** Returns the nearest position outside hidden lines, in the direction of `step`, or the other way at the text's end. */
function outside(place: number, step: 1 | -1, { at, end }: Around): number {
	const isSeen = (now: number): boolean => at(now)?.isDrawn !== false;
	const forward = beyondGaps(place, at, { step: 1, end });
	const backward = beyondGaps(place, at, { step: -1, end: 0 });
	return (step > 0 ? [forward, backward] : [backward, forward]).find(isSeen) ?? place;
}

/**
 * Returns where a caret stands that would stand in a mark, or before that of a line: behind it, or at the end of the line
 * before when it came from there.
 */
function besideMarks(state: EditorState, place: number, around: Around): number {
	const mark = markAt(state, place);
	if (!mark) return place;
	const line = state.doc.lineAt(place);
	const { was } = around;
	if (!mark.line) return place < was.head ? mark.from : mark.to;
	if (was.head !== mark.to || !was.empty || line.from === 0) return mark.to;
	return outside(line.from - 1, -1, around);
}

/** Moves the ends of a selection out of hidden lines, of marks, and of blocks that are drawn. */
function rangeAt(state: EditorState, { anchor, head }: SelectionRange, around: Around): SelectionRange {
	const isForward = anchor < head;
	const ends = EditorSelection.range(
		outside(anchor, isForward ? 1 : -1, around),
		outside(head, head > around.was.head ? 1 : -1, around),
	);
	const from = around.at(ends.from);
	const to = around.at(ends.to);
	// A selection may begin with the mark of a line.
	const cut = markAt(state, ends.from);
	const first = from?.isDrawn ? from.from : cut && cut.from < ends.from ? cut.to : ends.from;
	const last = to?.isDrawn ? to.to : behindMark(state, ends.to);
	return isForward ? EditorSelection.range(first, last) : EditorSelection.range(last, first);
}

/** Returns the mark that a place stands in, or the mark of its line that it stands before. */
const markAt = (state: EditorState, place: number): Mark | undefined =>
	marksIn(state, state.doc.lineAt(place)).find(
		({ from, to, line }) => (from < place || (line && from === place)) && place < to,
	);

const behindMark = (state: EditorState, place: number): number => markAt(state, place)?.to ?? place;

function caretAt(range: SelectionRange, around: Around): SelectionRange {
	const { was, at, end } = around;
	const isForward = range.head > was.head || (range.head === was.head && range.head === was.to);
	const place = outside(range.head, isForward ? 1 : -1, around);
	const block = at(place);
	if (!block?.isDrawn) return place === range.head ? range : EditorSelection.cursor(place);
	const isChosen = was.from === block.from && was.to === block.to && !was.empty;
	if (!isChosen) return EditorSelection.range(block.from, block.to);
	const beyond = place === block.from && range.head !== block.to ? block.from - 1 : block.to + 1;
	if (beyond < 0 || beyond > end) return was;
	const next = outside(beyond, beyond > block.to ? 1 : -1, around);
	const other = at(next);
	return other?.isDrawn ? EditorSelection.range(other.from, other.to) : EditorSelection.cursor(next);
}
