import {
	FOR_WHOM_LABELS,
	fileText,
	isFor,
	type OwnField,
	readValue,
	valueWords,
} from "#domain/people/member-fields/rules.ts";
import { readDate } from "#kernel/calendar.ts";
import { noFormula } from "#kernel/csv.ts";
import { type Cell, cellText } from "#kernel/table.ts";
import type { Target } from "./columns.ts";
import type { Reason } from "./reasons.ts";
import { isDitto, isNothing } from "./values.ts";

/** An own field in use that a roster may have a column of; `is_open` says whether the importing user may fill it in. */
export type OwnColumn = OwnField & { is_open: 0 | 1 };

/** What a row says of an own field. It is read when it is known whose it is: one may keep a choice that was retired. */
export type OwnCell = { field: OwnField; text: string };

export type OwnTarget = `f${number}`;
export const ownTarget = ({ id }: Pick<OwnField, "id">): OwnTarget => `f${id}`;
/** Returns the own field that a column is taken into; undefined for any other column, and where it is not in use. */
export const ownOf = (own: readonly OwnColumn[], target: Target): OwnColumn | undefined =>
	own.find((field) => ownTarget(field) === target);

/** Returns the function that finds the own field whose name is a header; two whose names differ in signs need the very name. */
export function ownTargets(own: readonly OwnColumn[], tidy: (header: string) => string) {
	const exact = new Map(own.map((field) => [field.name, ownTarget(field)]));
	const alike = Map.groupBy(own, ({ name }) => tidy(name));
	return (header: string): OwnTarget | undefined => {
		const [one, ...more] = alike.get(tidy(header)) ?? [];
		return exact.get(header.trim()) ?? (one && more.length === 0 ? ownTarget(one) : undefined);
	};
}

/** Returns the text of a cell of an own field: a spreadsheet's day, or one that reads two ways when that is accepted, as YYYY-MM-DD. */
export function ownText(field: OwnField, cell: Cell, acceptDates: boolean): string {
	const read = field.kind === "date" ? readDate(typeof cell === "number" ? cell : cellText(cell)) : null;
	return read && (typeof cell === "number" || (acceptDates && read.ambiguous)) ? read.date : cellText(cell);
}

/** The values of own fields of a record by the fields' ids, opened, and the purposes that its member agreed to or took back. */
export type KnownOwn = {
	held: ReadonlyMap<number, string>;
	agreed: ReadonlySet<string>;
	ended: ReadonlySet<string>;
};
export const NOTHING_KNOWN: KnownOwn = { held: new Map(), agreed: new Set(), ended: new Set() };

/** How own fields are taken in. */
export type OwnReading = {
	/** Returns as what a record is asked for own fields (`askedAs`). */
	asked: (values: { identity_type?: string | null; membership_type?: string | null }) => string;
	/** Whether a cell that cannot be read is left empty; otherwise its row is an error. */
	leaveEmpty: boolean;
	/** Whether whoever imports says that everybody in the file agreed on paper to the purposes of special data. */
	isAgreed: boolean;
};

/** A value that the import would write. `agrees` says that the consent to its purpose is recorded with it. */
export type OwnChange = { field: OwnField; from: string | null; to: string; fills: boolean; agrees: boolean };

type Whose = { identity: string; known: KnownOwn; reading: OwnReading };
/** What a row brings of own fields, what of it is left out, and what makes its row an error. */
export type OwnPlan = { changes: OwnChange[]; left: Reason[]; bad: Reason[] };

/** Plans what a row brings of own fields to a record, or to a new one (`NOTHING_KNOWN`). An empty cell says nothing. */
export function planOwn(cells: readonly OwnCell[], whose: Whose): OwnPlan {
	const plan: OwnPlan = { changes: [], left: [], bad: [] };
	for (const cell of cells) {
		const { field } = cell;
		const from = whose.known.held.get(field.id) ?? null;
		const read = readOwn(cell, from);
		if (read === undefined) continue;
		if ("error" in read) {
			const told = { own: field.name, text: shownText(cell), why: read.error };
			if (whose.reading.leaveEmpty) plan.left.push({ code: "left_empty", ...told });
			else plan.bad.push({ code: "bad_value", ...told });
		} else if (read.value !== from) {
			const why = refusedOf(field, whose);
			const agrees = field.is_special === 1 && !whose.known.agreed.has(field.purpose);
			if (why) plan.left.push({ code: "own_left_out", own: field.name, why });
			else plan.changes.push({ field, from, to: read.value, fills: from === null, agrees });
		}
	}
	return plan;
}

/** Whether a text is what an export writes of a value. A CSV file that is read has lost an apostrophe before a formula. */
const isWritten = (text: string, written: string): boolean => [text, noFormula(text)].includes(cellText(written));

/** Reads a cell beside what is stored; undefined where it says nothing. */
function readOwn({ field, text }: OwnCell, held: string | null): { value: string } | { error: string } | undefined {
	if (held !== null && isWritten(text, fileText(field, held))) return { value: held };
	if (field.kind === "text" && isNothing(text)) return undefined;
	if (isDitto(text)) return { error: "請逐列寫出內容，不要寫同上。" };
	const read = readValue(field, [text], held);
	if ("error" in read) return isNothing(text) ? undefined : read;
	return read.value === null ? undefined : { value: read.value };
}

function refusedOf(field: OwnField, { identity, known, reading }: Whose): string | undefined {
	if (!isFor(field, identity) && !known.held.has(field.id)) return `這個欄位只給${FOR_WHOM_LABELS[field.for_whom]}填`;
	if (field.is_special === 0 || known.agreed.has(field.purpose)) return undefined;
	if (known.ended.has(field.purpose)) return "本人已收回這個用途的同意，要重新同意請到會員的頁面辦理";
	return reading.isAgreed ? undefined : "特種個資須有本人的書面同意，請確認後在「欄位與選項」勾選";
}

/** A value in words, for whoever imports: nothing of special data. */
export const ownWords = (field: OwnField, value: string): string | undefined =>
	field.is_special === 1 ? undefined : valueWords(field, value);
/** What may be shown of a cell: nothing of special data. */
export const shownText = ({ field, text }: OwnCell): string | undefined => (field.is_special === 1 ? undefined : text);
