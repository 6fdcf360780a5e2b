/** What holds after every transaction, whatever made it: the caret stands in text that is seen. */
import {
	EditorSelection,
	EditorState,
	type Extension,
	type SelectionRange,
	type StateField,
	type Transaction,
	type TransactionSpec,
} from "@codemirror/state";
import { type Blocks, blockAt } from "./blocks.ts";
import { type BlockAt, beyondGaps } from "./deletion.ts";
import { markAt } from "./marks.ts";

/** The text, its blocks, and the selection before. */
type Around = { state: EditorState; at: BlockAt; was: SelectionRange };

/**
 * Moves a selection out of hidden lines and marks wherever it comes from, but for undo, which brings back one that was seen.
 * While an input method composes it stays where the page has it, and is looked at afterwards.
 */
export const caretSeen = (field: StateField<Blocks>): Extension =>
	EditorState.transactionFilter.of((transaction) => {
		const { state, startState, newSelection } = transaction;
		const { decorations, composition } = state.field(field);
		if (composition) return transaction;
		const at: BlockAt = (place) => blockAt(decorations, place);
		const isMoved = transaction.selection !== undefined && !transaction.docChanged;
		const ranges = newSelection.ranges.map((range) =>
			isMoved
				? moved(range, { state, at, was: startState.selection.main })
				: changed(range, { state, at, was: range }, wayOf(transaction)),
		);
		if (ranges.every((range, index) => range.eq(newSelection.ranges[index] ?? range))) return transaction;
		const selection = EditorSelection.create(ranges, newSelection.mainIndex);
		return [transaction, { selection, sequential: true } satisfies TransactionSpec];
	});

/** Which way a caret goes on from a line that a change left hidden: back from what a key took away before it. */
const wayOf = (transaction: Transaction): 1 | -1 =>
	transaction.isUserEvent("delete") && !transaction.isUserEvent("delete.forward") ? -1 : 1;

/** Returns where a selection stands after a change; one at a block that is drawn has been put there. */
function changed(range: SelectionRange, around: Around, way: 1 | -1): SelectionRange {
	const { state, at } = around;
	if (at(range.from)?.isDrawn || at(range.to)?.isDrawn) return range;
	if (!range.empty) return rangeAt(range, around);
	const places = [outside(range.head, way, around), outside(range.head, way > 0 ? -1 : 1, around)];
	const place = places.find((one) => !at(one)?.isDrawn);
	const block = at(places[0] ?? range.head);
	if (place === undefined) return block ? EditorSelection.range(block.from, block.to) : range;
	const seen = markAt(state, place)?.to ?? place;
	return seen === range.head ? range : EditorSelection.cursor(seen);
}

/** Returns where somebody goes: a caret at a block that is drawn selects the block, or leaves it when it was selected. */
function moved(range: SelectionRange, around: Around): SelectionRange {
	if (!range.empty) return rangeAt(range, around);
	const caret = caretAt(range, around);
	const place = caret.empty ? besideMarks(caret.head, around) : caret.head;
	const block = caret.empty ? around.at(place) : null;
	if (block?.isDrawn) return EditorSelection.range(block.from, block.to);
	return caret.empty ? EditorSelection.cursor(place, range.assoc) : caret;
}

/** Returns the nearest position outside hidden lines, in the direction of `step`, or the other way at the text's end. */
function outside(place: number, step: 1 | -1, { state, at }: Around): number {
	const isSeen = (now: number): boolean => at(now)?.isDrawn !== false;
	const forward = beyondGaps(place, at, { step: 1, end: state.doc.length });
	const backward = beyondGaps(place, at, { step: -1, end: 0 });
	return (step > 0 ? [forward, backward] : [backward, forward]).find(isSeen) ?? place;
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
	return outside(line.from - 1, -1, around);
}

/** Moves the ends of a selection out of hidden lines, of marks, and of blocks that are drawn. */
function rangeAt({ anchor, head }: SelectionRange, around: Around): SelectionRange {
	const { state, at, was } = around;
	const isForward = anchor < head;
	const ends = EditorSelection.range(
		outside(anchor, isForward ? 1 : -1, around),
		outside(head, head > was.head ? 1 : -1, around),
	);
	const from = at(ends.from);
	const to = at(ends.to);
	// A selection may begin with the mark of a line.
	const cut = markAt(state, ends.from);
	const first = from?.isDrawn ? from.from : cut && cut.from < ends.from ? cut.to : ends.from;
	const last = to?.isDrawn ? to.to : (markAt(state, ends.to)?.to ?? ends.to);
	return isForward ? EditorSelection.range(first, last) : EditorSelection.range(last, first);
}

function caretAt(range: SelectionRange, around: Around): SelectionRange {
	const { state, was, at } = around;
	const isForward = range.head > was.head || (range.head === was.head && range.head === was.to);
	const place = outside(range.head, isForward ? 1 : -1, around);
	const block = at(place);
	if (!block?.isDrawn) return place === range.head ? range : EditorSelection.cursor(place);
	const isChosen = was.from === block.from && was.to === block.to && !was.empty;
	if (!isChosen) return EditorSelection.range(block.from, block.to);
	const beyond = place === block.from && range.head !== block.to ? block.from - 1 : block.to + 1;
	if (beyond < 0 || beyond > state.doc.length) return was;
	const next = outside(beyond, beyond > block.to ? 1 : -1, around);
	const other = at(next);
	return other?.isDrawn ? EditorSelection.range(other.from, other.to) : EditorSelection.cursor(next);
}
