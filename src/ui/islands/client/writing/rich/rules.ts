/** What a change is: a deletion takes what is seen, words keep the marks around them right. Where the caret stands: caret.ts. */
import {
	type ChangeSet,
	EditorSelection,
	EditorState,
	type Extension,
	type Text,
	Transaction,
	type TransactionSpec,
} from "@codemirror/state";
import { type Composition, composed, compositionIn, drawnAt, isComposing } from "./blocks.ts";
import { caretSeen } from "./caret.ts";
import { type Deletion, deleted } from "./deletion.ts";
import { difference } from "./difference.ts";
import { goesOn, going, goneOn } from "./going.ts";
import { writtenBeside } from "./instead.ts";
import { isAsWritten, isAtBeginning, markAt, passagesIn, type Span } from "./marks.ts";
import { type Rewritten, rewritten } from "./passages.ts";

/** The rules of a text. The last one is the first to see a transaction. */
export const rules: Extension = [
	going,
	caretSeen,
	EditorState.transactionFilter.of((transaction) => {
		const composition = compositionIn(transaction.startState);
		const isEnd = composition && transaction.effects.some((effect) => effect.is(composed));
		return isEnd ? compositionSeen(transaction, composition) : transaction;
	}),
	EditorState.transactionFilter.of((transaction) => {
		const asked = changeOf(transaction);
		if (!asked) return transaction;
		return asked.from < asked.to ? deletionSeen(transaction, asked) : wordsSeen(transaction, asked);
	}),
];

/** A change by which a person types, pastes or deletes. */
type Asked = Deletion & { insert: string };

/** A space at the beginning of a paragraph is not seen on the website, and four would make code of it. */
const isNothing = (state: EditorState, { from, insert }: Asked): boolean =>
	/^ +$/.test(insert) && (drawnAt(state, from) !== null || (isAtBeginning(state, from) && !isAsWritten(state, from)));

function deletionSeen(transaction: Transaction, asked: Asked): TransactionSpec | readonly TransactionSpec[] {
	const { startState } = transaction;
	const found = deleted(startState, asked);
	if (found === null) return [];
	if ("select" in found)
		return { selection: EditorSelection.range(found.select.from, found.select.to), scrollIntoView: true };
	const event = asked.insert ? "input.type" : transaction.annotation(Transaction.userEvent);
	return specOf(replaced(startState, found, asked), event ?? "delete");
}

const replaced = (state: EditorState, span: Span, asked: Asked): Rewritten =>
	rewritten(state, { from: span.from, to: span.to, insert: isNothing(state, asked) ? "" : asked.insert });

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
	const on = goneOn(startState, from, insert);
	if (on) return { ...specOf(on, "input.type"), effects: on.effects };
	const block = drawnAt(startState, from);
	// A tool may have parted them already.
	if (block && insert.trim() === insert) {
		const { caret, ...change } = writtenBeside(block, from, insert);
		return specOf({ change: { ...change, to: change.from }, caret }, "input.type");
	}
	const place = markAt(startState, from)?.to ?? from;
	const isPlain = MARKS.test(insert) || passagesIn(startState, asked).length === 0;
	if (place === from && isPlain) return transaction;
	const made = rewritten(startState, { from: place, to: place, insert });
	const spec = specOf(made, "input.type");
	const isSpaceAtEnd = /^[ \t]+$/.test(insert) && isAtEnd(startState, from);
	const next = isSpaceAtEnd ? startState.update({ changes: made.change, filter: false }).state : null;
	const effects = next && goesOn(next, made.caret);
	if (effects) return { ...spec, effects };
	return isSame(startState, made, newDoc) ? transaction : spec;
}

/** Whether a caret stands behind the last word of a passage, before its marks. */
const isAtEnd = (state: EditorState, place: number): boolean =>
	passagesIn(state, { from: place, to: place }).some(({ inner }) => inner.to === place);

const isSame = (state: EditorState, { change }: Rewritten, doc: Text): boolean =>
	state.changes(change).apply(state.doc).eq(doc);

/** Words that an input method composed stand in the end as if they had been typed. */
function compositionSeen(
	transaction: Transaction,
	composition: Composition,
): Transaction | [Transaction, TransactionSpec] {
	const { doc, selection } = transaction.startState;
	const typed = typedBy(composition);
	if (!typed) return transaction;
	const repaired = difference(
		doc.toString(),
		composition.before.changes(typed.change).apply(composition.before.doc).toString(),
	);
	if (!repaired) return transaction;
	const { main } = selection;
	const isBehind = main.empty && main.head === typed.end;
	return [
		transaction,
		{ changes: repaired, userEvent: "input.type", ...(isBehind && { selection: EditorSelection.cursor(typed.caret) }) },
	];
}

/** Returns what a composition would have changed if it had been typed, and where its words end now. */
function typedBy({ before, room, changes }: Composition): (Rewritten & { end: number }) | null {
	const one = oneChange(changes);
	if (one && MARKS.test(one.insert)) return null;
	if (!room) {
		const made = one && (goneOn(before, one.from, one.insert) ?? rewritten(before, one));
		return made && { ...made, end: one.from + one.insert.length };
	}
	const insert = one?.insert ?? "";
	const asked: Asked = { ...room, insert, towards: null, isReplaced: isSeen(insert) };
	const found = deleted(before, asked);
	if (!found || "select" in found || (one && one.from < one.to)) return null;
	return { ...replaced(before, found, asked), end: (one?.from ?? 0) + insert.length };
}

/** Whether words are seen in the last line that they make. */
const isSeen = (words: string): boolean => !/^[ \t]*$/.test(words.slice(words.lastIndexOf("\n") + 1));

/** Returns the change of a transaction by which a person types or deletes, if a rule has to look at it. */
function changeOf(transaction: Transaction): Asked | null {
	if (!transaction.docChanged || isComposing(transaction)) return null;
	const isDeleted = transaction.isUserEvent("delete") && !transaction.isUserEvent("delete.line");
	const isInput = transaction.isUserEvent("input.type") || transaction.isUserEvent("input.paste");
	const one = isDeleted || isInput ? oneChange(transaction.changes) : null;
	if (!one) return null;
	const towards = (["backward", "forward"] as const).find((way) => transaction.isUserEvent(`delete.${way}`));
	return { ...one, towards: towards ?? null, isReplaced: isSeen(one.insert) };
}

/** Returns what is changed, where it is one place. */
function oneChange(changes: ChangeSet): (Span & { insert: string }) | null {
	const found: (Span & { insert: string })[] = [];
	changes.iterChanges((from, to, _start, _end, text) => found.push({ from, to, insert: text.toString() }));
	return found.length === 1 ? (found[0] ?? null) : null;
}
