/** What a change is: a deletion takes what is seen, words keep the marks around them right. Where the caret stands: caret.ts. */
import {
	type ChangeSet,
	EditorSelection,
	EditorState,
	type Extension,
	type StateField,
	type Text,
	type Transaction,
	type TransactionSpec,
} from "@codemirror/state";
import { type Blocks, blockAt, type Composition, composed, isComposing } from "./blocks.ts";
import { caretSeen } from "./caret.ts";
import { type BlockAt, type Deletion, deleted } from "./deletion.ts";
import { difference } from "./difference.ts";
import { isAsWritten, isAtBeginning, markAt, passagesIn, type Span } from "./marks.ts";
import { type Rewritten, rewritten } from "./passages.ts";

/** The rules of a text. The last one is the first to see a transaction. */
export const rulesOf = (field: StateField<Blocks>): Extension => [
	caretSeen(field),
	EditorState.transactionFilter.of((transaction) => {
		const { composition } = transaction.startState.field(field);
		const isEnd = composition && transaction.effects.some((effect) => effect.is(composed));
		return isEnd ? compositionSeen(transaction, composition) : transaction;
	}),
	EditorState.transactionFilter.of((transaction) => {
		const { decorations } = transaction.startState.field(field);
		const asked = changeOf(transaction);
		if (!asked) return transaction;
		const at: BlockAt = (place) => blockAt(decorations, place);
		return asked.from < asked.to ? deletionSeen(transaction, asked, at) : wordsSeen(transaction, asked);
	}),
];

/** A change by which a person types, pastes or deletes. */
type Asked = Deletion & { insert: string };

/** A space at the beginning of a paragraph is not seen on the website, and four would make code of it. */
const isNothing = (state: EditorState, { from, insert }: Asked): boolean =>
	/^ +$/.test(insert) && isAtBeginning(state, from) && !isAsWritten(state, from);

function deletionSeen(
	{ startState }: Transaction,
	asked: Asked,
	at: BlockAt,
): TransactionSpec | readonly TransactionSpec[] {
	const { insert, towards } = asked;
	const found = deleted(startState, asked, at);
	if (found === null) return [];
	if ("select" in found)
		return { selection: EditorSelection.range(found.select.from, found.select.to), scrollIntoView: true };
	const made = rewritten(startState, { ...found, insert: isNothing(startState, asked) ? "" : insert });
	return specOf(made, insert ? "input.type" : `delete.${towards ?? "selection"}`);
}

const specOf = ({ change, caret }: Rewritten, userEvent: string): TransactionSpec => ({
	changes: change,
	selection: EditorSelection.cursor(caret),
	scrollIntoView: true,
	userEvent,
});

/** Marks that somebody writes on purpose. */
const MARKS = /[*~`_\\[\]<]/;

function wordsSeen(transaction: Transaction, asked: Asked): Transaction | TransactionSpec | readonly TransactionSpec[] {
	const { startState, newDoc } = transaction;
	const { from, insert } = asked;
	if (isNothing(startState, asked)) return [];
	const place = markAt(startState, from)?.to ?? from;
	const isPlain = MARKS.test(insert) || passagesIn(startState, asked).length === 0;
	if (place === from && isPlain) return transaction;
	const made = rewritten(startState, { from: place, to: place, insert });
	return isSame(startState, made, newDoc) ? transaction : specOf(made, "input.type");
}

const isSame = (state: EditorState, { change }: Rewritten, doc: Text): boolean =>
	state.changes(change).apply(state.doc).eq(doc);

/** Words that an input method composed stand in the end as if they had been typed. */
function compositionSeen(
	transaction: Transaction,
	{ before, changes }: Composition,
): Transaction | [Transaction, TransactionSpec] {
	const { doc, selection } = transaction.startState;
	const asked = oneChange(changes);
	if (!asked || !changes.apply(before.doc).eq(doc) || MARKS.test(asked.insert)) return transaction;
	const { change, caret } = rewritten(before, asked);
	const repaired = difference(doc.toString(), before.changes(change).apply(before.doc).toString());
	if (!repaired) return transaction;
	const isBehind = selection.main.empty && selection.main.head === asked.from + asked.insert.length;
	return [
		transaction,
		{ changes: repaired, userEvent: "input.type", ...(isBehind && { selection: EditorSelection.cursor(caret) }) },
	];
}

/** Returns the change of a transaction by which a person types or deletes, if a rule has to look at it. */
function changeOf(transaction: Transaction): Asked | null {
	if (!transaction.docChanged || isComposing(transaction)) return null;
	const isDeleted = transaction.isUserEvent("delete") && !transaction.isUserEvent("delete.line");
	const isInput = transaction.isUserEvent("input.type") || transaction.isUserEvent("input.paste");
	const one = isDeleted || isInput ? oneChange(transaction.changes) : null;
	if (!one) return null;
	const towards = (["backward", "forward"] as const).find((way) => transaction.isUserEvent(`delete.${way}`));
	const last = one.insert.slice(one.insert.lastIndexOf("\n") + 1);
	const isReplaced = transaction.isUserEvent("delete.replaced") || !/^[ \t]*$/.test(last);
	return { ...one, towards: towards ?? null, isReplaced };
}

/** Returns what is changed, where it is one place. */
function oneChange(changes: ChangeSet): (Span & { insert: string }) | null {
	const found: (Span & { insert: string })[] = [];
	changes.iterChanges((from, to, _start, _end, text) => found.push({ from, to, insert: text.toString() }));
	return found.length === 1 ? (found[0] ?? null) : null;
}
