import {
	choiceName,
	choicesOf,
	fieldName,
	type OwnField,
	oneWords,
	readValue,
	valuesOf,
	valueWords,
} from "#domain/people/member-fields/rules.ts";
import { againstStored, baseOf, type Sides, sidesOf, type Told, typed } from "./against-stored.ts";
import type { Conflict, FormState } from "./form-state.ts";
import { type OwnInput, ownValues } from "./own-fields.ts";

/** Returns the form of a record with the own fields, also in the texts that it started from. */
export function withOwn(form: FormState, rows: readonly OwnInput[]): FormState {
	const own = ownValues(rows);
	const texts = Object.entries(own).map(([name, value]) => [name, [value].flat()[0] ?? ""]);
	const base = JSON.stringify({ ...baseOf(form), ...Object.fromEntries(texts) });
	return { ...form, values: { ...form.values, ...own, base } };
}

const canonicalOf =
	(row: OwnInput) =>
	(text: string): string => {
		const read = readValue(row, [text], row.value);
		return "value" in read ? (read.value ?? "") : text.trim();
	};
const wordsOf = (row: OwnField) => (value: string) => valueWords(row, value === "" ? null : value);
const isSingle = ({ kind }: OwnInput): boolean => kind !== "choices" && kind !== "file";

const toldOf = (row: OwnInput): Told => ({
	field: fieldName(row),
	label: row.name,
	words: wordsOf(row),
	canonical: canonicalOf(row),
});

/** Special data cannot be compared: who typed some where there are some chooses, and an empty field keeps the stored ones. */
const sealedSides = (row: OwnInput, sent: FormState): Sides[] => {
	const mine = typed(sent, fieldName(row));
	if (row.has_value === 0 || mine === "") return [];
	const words = wordsOf(row)(canonicalOf(row)(mine));
	return [{ field: fieldName(row), label: row.name, mine: words, theirs: "已加密保存的內容", theirsValue: "" }];
};

/** The record as it is stored now: its version, its form, its own fields, and the sides of its other fields. */
type Stored = { version: number; fresh: FormState; rows: readonly OwnInput[]; fields: readonly Sides[] };

/**
 * Returns the sent form, with both versions of each differing field when the record was saved meanwhile. What both ticked
 * and unticked among several choices is kept together.
 */
export function againstOwn(sent: FormState, { version, fresh, rows, fields }: Stored): FormState {
	const open = rows.filter((row) => row.is_special === 0);
	const own = sidesOf(open.filter(isSingle).map(toldOf), {
		mine: sent.values,
		theirs: fresh.values,
		base: baseOf(sent),
	});
	const sealed = rows.filter((row) => row.is_special === 1 && isSingle(row)).flatMap((row) => sealedSides(row, sent));
	const over = againstStored(sent, { version, fields: [...fields, ...own, ...sealed] });
	return over === sent ? sent : open.filter(({ kind }) => kind === "choices").reduce(mergedChoices, over);
}

/** Adds what this user ticked or unticked of several choices to what is stored now. */
function mergedChoices(state: FormState, row: OwnInput): FormState {
	const base = baseOf(state);
	if (!(fieldName(row) in base)) return state;
	const theirs = valuesOf(row, row.value);
	const of = (values: FormState["values"], id: string) => [values[choiceName(row, Number(id))] ?? ""].flat()[0] === "1";
	const merged = choicesOf(row)
		.map(({ id }) => String(id))
		.filter((id) => (of(state.values, id) === of(base, id) ? theirs.includes(id) : of(state.values, id)));
	const words = (ids: readonly string[]) => ids.map((id) => oneWords(row, id)).join("、");
	const ticks = choicesOf(row).map(({ id }) => [choiceName(row, id), merged.includes(String(id)) ? "1" : ""]);
	const values = { ...state.values, ...Object.fromEntries(ticks) };
	const before = choicesOf(row).flatMap(({ id }) => (of(base, String(id)) ? [String(id)] : []));
	if (words(theirs) === words(before)) return { ...state, values };
	const told: Conflict = {
		field: fieldName(row),
		label: row.name,
		mine: words(merged) || "（空白）",
		theirs: words(theirs) || "（空白）",
		merged: "both",
	};
	const { problem: _problem, ...rest } = state;
	return { ...rest, values, conflict: [...(state.conflict ?? []), told] };
}
