/** What holds after every transaction, whatever made it: the caret stands in text that is seen. */
import {
	EditorSelection,
	EditorState,
	type SelectionRange,
	type Transaction,
	type TransactionSpec,
} from "@codemirror/state";
import { type Block, blockAt, compositionIn, drawnAt, isMakingRoom } from "./blocks.ts";
import { beyondGaps } from "./deletion.ts";
import { markAt } from "./marks.ts";

/** The text, and the selection before. */
type Around = { state: EditorState; was: SelectionRange };

/**
 * Moves a selection out of hidden lines and marks wherever it comes from. While an input method composes it stays where the
 * page has it, and is looked at afterwards.
 */
export const caretSeen = EditorState.transactionFilter.of((transaction) => {
	const { state, startState, newSelection } = transaction;
	if (compositionIn(state) && !isMakingRoom(transaction)) return transaction;
	const isMoved = transaction.selection !== undefined && !transaction.docChanged;
	const was = startState.selection.main;
	const way = wayOf(transaction);
	const ranges = newSelection.ranges.map((range) =>
		isMoved ? moved(range, { state, was }) : changed(state, range, way),
	);
	if (ranges.every((range, index) => range.eq(newSelection.ranges[index] ?? range))) return transaction;
	const selection = EditorSelection.create(ranges, newSelection.mainIndex);
	return [transaction, { selection, sequential: true } satisfies TransactionSpec];
});

/** Undo and redo pass filters by, and put the caret where a change began or ended: here it is looked at as well. */
export const withFilters = (transaction: Transaction): Transaction =>
	transaction.isUserEvent("undo") || transaction.isUserEvent("redo")
		? transaction.startState.update(transaction)
		: transaction;

/** Which way a caret goes on from a line that a change left hidden: back from what a key took away before it. */
const wayOf = (transaction: Transaction): 1 | -1 =>
	transaction.isUserEvent("delete") && !transaction.isUserEvent("delete.forward") ? -1 : 1;

/** Returns where a selection stands after a change; one at the edge of a block that is drawn may write on beside it. */
function changed(state: EditorState, range: SelectionRange, way: 1 | -1): SelectionRange {
	if (drawnAt(state, range.from) || drawnAt(state, range.to)) return range;
	if (range.from < range.to) return rangeAt(range, { state, was: range });
	// Redo of words that took the place of a selection gives one whose end comes before its beginning.
	const caret = Math.max(range.from, range.to);
	const there = outside(state, caret, way);
	const block = drawnAt(state, there);
	const place = block ? outside(state, caret, way > 0 ? -1 : 1) : there;
	if (block && drawnAt(state, place)) return whole(block);
	const seen = markAt(state, place)?.to ?? place;
	return seen === caret && range.empty ? range : EditorSelection.cursor(seen);
}

const whole = ({ from, to }: Block): SelectionRange => EditorSelection.range(from, to);

/** Returns where somebody goes: a caret at a block that is drawn selects the block, or leaves it when it was selected. */
function moved(range: SelectionRange, around: Around): SelectionRange {
	if (!range.empty) return rangeAt(range, around);
	const caret = caretAt(range, around);
	if (!caret.empty) return caret;
	const place = besideMarks(caret.head, around);
	const block = drawnAt(around.state, place);
	return block ? whole(block) : EditorSelection.cursor(place, range.assoc);
}

/** Returns the nearest position outside hidden lines, in the direction of `step`, or the other way at the text's end. */
function outside(state: EditorState, place: number, step: 1 | -1): number {
	const isSeen = (now: number): boolean => blockAt(state, now)?.isDrawn !== false;
	const ways = step > 0 ? ([1, -1] as const) : ([-1, 1] as const);
	return ways.map((way) => beyondGaps(state, place, way)).find(isSeen) ?? place;
}

/**
 * Returns where a caret stands that would stand in a mark, or before that of a line: behind it, or at the end of the line
 * before when it came from there.
 */
function besideMarks(place: number, around: Around): number {
	const { state, was } = around;
	const mark = markAt(state, place);
	if (!mark) return place;
	const line = state.doc.lineAt(place);
	if (!mark.line) return place < was.head ? mark.from : mark.to;
	if (was.head !== mark.to || !was.empty || line.from === 0) return mark.to;
	return outside(state, line.from - 1, -1);
}

/** Moves the ends of a selection out of hidden lines, of marks, and of blocks that are drawn. */
function rangeAt({ anchor, head }: SelectionRange, { state, was }: Around): SelectionRange {
	const isForward = anchor < head;
	const ends = EditorSelection.range(
		outside(state, anchor, isForward ? 1 : -1),
		outside(state, head, head > was.head ? 1 : -1),
	);
	// A selection may begin with the mark of a line.
	const cut = markAt(state, ends.from);
	const first = drawnAt(state, ends.from)?.from ?? (cut && cut.from < ends.from ? cut.to : ends.from);
	const last = drawnAt(state, ends.to)?.to ?? markAt(state, ends.to)?.to ?? ends.to;
	return isForward ? EditorSelection.range(first, last) : EditorSelection.range(last, first);
}

function caretAt(range: SelectionRange, { state, was }: Around): SelectionRange {
	const isForward = range.head > was.head || (range.head === was.head && range.head === was.to);
	const place = outside(state, range.head, isForward ? 1 : -1);
	const block = drawnAt(state, place);
	if (!block) return place === range.head ? range : EditorSelection.cursor(place);
	const isChosen = was.from === block.from && was.to === block.to && !was.empty;
	if (!isChosen) return whole(block);
	const beyond = place === block.from && range.head !== block.to ? block.from - 1 : block.to + 1;
	if (beyond < 0 || beyond > state.doc.length) return was;
	const next = outside(state, beyond, beyond > block.to ? 1 : -1);
	const other = drawnAt(state, next);
	return other ? whole(other) : EditorSelection.cursor(next);
}
