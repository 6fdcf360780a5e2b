import * as z from "zod";
import type { Conflict } from "./form-state.ts";
import { type FormState, freshForm } from "./form-state.ts";
import { merge3 } from "./merge.ts";

/**
 * A field's text as the user typed it (`mine`) and as it is stored now (`theirs`); `base` is the text that both
 * versions started from, when that is known.
 */
export type Sides = Omit<Conflict, "both" | "merged"> & {
	base?: string | undefined;
	/** True for a group of check boxes: `theirsValue` then lists the stored codes, separated by spaces. */
	isList?: boolean | undefined;
};

/**
 * Compares a refused form with the record as it is stored now and, when another user has saved the record meanwhile,
 * adds both texts of each field that differs. What the user typed stays. Where `base` tells the common starting text, a
 * field that only the other user changed takes the stored text, a field that only this user changed keeps the typed
 * text, and changes of different lines are merged; the user chooses between changes of the same lines. The form must be
 * saved again in any case.
 */
export function againstStored(state: FormState, stored: { version: number; fields: Sides[] }): FormState {
	if (state.values.version === undefined || Number(state.values.version) === stored.version) return state;
	const settled = stored.fields
		// Forms send CRLF (HTML, 4.10.22), stored texts have LF.
		.map((sides) => ({ ...sides, mine: sides.mine.replace(/\r\n?/g, "\n") }))
		.filter(({ mine, theirs }) => mine !== theirs)
		.flatMap(settle);
	const values = { ...state.values, ...Object.fromEntries(settled.flatMap(({ value }) => (value ? [value] : []))) };
	const conflict = settled.flatMap((one) => (one.conflict ? [one.conflict] : []));
	if (conflict.length > 0) return { ...state, values, conflict };
	return { ...state, values, problem: "剛才有人更新了這筆資料，但與您填的內容沒有衝突。請再儲存一次。" };
}

const Base = z.record(z.string(), z.string());

/**
 * Makes a fresh form of these fields of a record. Their stored texts are also put as JSON into the value `base`, so
 * that the sent form says which texts it started from.
 */
export function basedForm<F extends string>(row: Record<F, string | null>, fields: readonly F[]): FormState {
	const values = Object.fromEntries(fields.map((field) => [field, row[field] ?? ""]));
	return freshForm({ ...values, base: JSON.stringify(values) });
}

/** Returns the texts that a form of `basedForm` started from; `{}` for a form without a readable `base`. */
export function baseOf(state: FormState): Record<string, string> {
	try {
		return Base.parse(JSON.parse(typed(state, "base")));
	} catch {
		return {};
	}
}

/**
 * How a field is described in a conflict: its name and label, `words` that writes a stored value for people, and
 * `canonical` that turns a typed text into the form in which it is stored.
 */
export type Told = {
	field: string;
	label: string;
	words?: ((value: string) => string) | undefined;
	canonical?: ((text: string) => string) | undefined;
};
type Values = FormState["values"];

/**
 * Returns each field with its typed text in canonical form, its stored text and, if known, the text that the form
 * started from, all in the words in which people read them.
 */
export const sidesOf = (
	fields: readonly Told[],
	{ mine, theirs, base = {} }: { mine: Values; theirs: Values; base: Values | undefined },
): Sides[] =>
	fields.map(({ field, label, words = same, canonical = same }) => ({
		field,
		label,
		mine: words(canonical(firstOf(mine, field))),
		theirs: words(firstOf(theirs, field)),
		theirsValue: firstOf(theirs, field),
		base: field in base ? words(firstOf(base, field)) : undefined,
	}));
const same = (text: string): string => text;

type Settled = { conflict?: Conflict; value?: [string, string | string[]] };

function settle({ base, isList, ...sides }: Sides): Settled[] {
	const { field, mine, theirs, theirsValue = theirs } = sides;
	if (base === theirs) return [];
	if (base === mine) {
		const value = isList ? theirsValue.split(" ").filter((one) => one !== "") : theirsValue;
		return [{ value: [field, value], conflict: { ...sides, merged: "theirs" } }];
	}
	const isText = theirsValue === theirs && `${mine}${theirs}`.includes("\n");
	if (base === undefined || !isText) return [{ conflict: sides }];
	const { conflicts, ...merged } = merge3(base, mine, theirs);
	const value: [string, string] = [field, merged.mine];
	if (conflicts === 0) return [{ value, conflict: { ...sides, mine: merged.mine, merged: "both" } }];
	return [{ value, conflict: { ...sides, ...merged, theirsValue: merged.theirs } }];
}

/** Returns the value that a form holds for a field, the first of several; "" when it holds none. */
export const typed = ({ values }: FormState, name: string): string => firstOf(values, name);
const firstOf = (values: Values, name: string): string => [values[name] ?? ""].flat()[0] ?? "";
/** Returns the values that were ticked in a group of check boxes. */
export const ticked = (state: FormState, name: string): string[] => [state.values[name] ?? []].flat();
