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
import { type BlockAt, changesOf, type Deletion, deleted } from "./deletion.ts";

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

function deletionSeen(transaction: Transaction, at: BlockAt): TransactionSpec | Transaction {
	const asked = deletionOf(transaction);
	if (!asked) return transaction;
	const found = deleted(transaction.startState, asked, at);
	if ("select" in found)
		return { selection: EditorSelection.range(found.select.from, found.select.to), scrollIntoView: true };
	const { insert } = asked;
	const start = found[0]?.from ?? asked.from;
	return {
		changes: changesOf(found, insert, start),
		selection: EditorSelection.cursor(start + insert.length),
		scrollIntoView: true,
		userEvent: insert ? "input.type" : `delete.${asked.towards ?? "selection"}`,
	};
}

/** Returns the one deletion of a transaction that a person's key or typing makes; null for any other. */
function deletionOf(transaction: Transaction): (Deletion & { insert: string }) | null {
	if (!transaction.docChanged || isComposing(transaction)) return null;
	const isDeleted = transaction.isUserEvent("delete") && !transaction.isUserEvent("delete.line");
	if (!isDeleted && !transaction.isUserEvent("input.type")) return null;
	const found: (Span & { insert: string })[] = [];
	transaction.changes.iterChanges((from, to, _start, _end, text) => found.push({ from, to, insert: text.toString() }));
	const [one, more] = found;
	if (!one || more || one.from === one.to) return null;
	const towards = ["backward", "forward"].find((way) => transaction.isUserEvent(`delete.${way}`));
	return { ...one, towards: towards === "backward" || towards === "forward" ? towards : null };
}
type Span = { from: number; to: number };

/** Moves a caret out of hidden lines; one at a block that is drawn selects the block, or leaves it when it was selected. */
function caretSeen(transaction: Transaction, at: BlockAt): Transaction | [Transaction, TransactionSpec] {
	const { selection, startState } = transaction;
	if (!selection || transaction.docChanged) return transaction;
	const around: Around = { was: startState.selection.main, at, end: startState.doc.length };
	const ranges = selection.ranges.map((range) => (range.empty ? caretAt(range, around) : rangeAt(range, around)));
	if (ranges.every((range, index) => range.eq(selection.ranges[index] ?? range))) return transaction;
	return [transaction, { selection: EditorSelection.create(ranges, selection.mainIndex), sequential: true }];
}

/** The selection before, the blocks, and where the text ends. */
type Around = { was: SelectionRange; at: BlockAt; end: number };

/** Returns the nearest position outside hidden lines, in the direction of `step`, or the other way at the text's end. */
function outside(place: number, step: 1 | -1, { at, end }: Around): number {
	for (const way of [step, -step]) {
		let now = place;
		for (let gap = at(now); gap && !gap.isDrawn; gap = at(now)) {
			const next = way > 0 ? gap.to + 1 : gap.from - 1;
			if (next < 0 || next > end) break;
			now = next;
		}
		const block = at(now);
		if (!block || block.isDrawn) return now;
	}
	return place;
}

function rangeAt({ anchor, head }: SelectionRange, around: Around): SelectionRange {
	return EditorSelection.range(
		outside(anchor, head < anchor ? -1 : 1, around),
		outside(head, head > around.was.head ? 1 : -1, around),
	);
}

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
