import * as z from "zod";
import type { Conflict } from "./form-state.ts";
import { type FormState, freshForm } from "./form-state.ts";
import { merge3 } from "./merge.ts";

/** A field as it was typed and as it is stored now; `base` is what both started from, where that is known. */
export type Sides = Omit<Conflict, "both" | "merged"> & {
	base?: string | undefined;
	/** A group of boxes: `theirsValue` names its codes, with spaces between. */
	isList?: boolean | undefined;
};

/**
 * A refused form beside the record as it is stored now: where somebody saved it meanwhile, both texts of each field that
 * differs. What was typed stays. Where `base` tells what both started from, a field that only they changed takes their
 * text, one that only I changed keeps mine, and changes of different lines are merged, which leaves those of the same
 * lines to be chosen from; it is still to be saved again.
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

/** A form of these fields of a record, which says itself, in `base`, what it started from. */
export function basedForm<F extends string>(row: Record<F, string | null>, fields: readonly F[]): FormState {
	const values = Object.fromEntries(fields.map((field) => [field, row[field] ?? ""]));
	return freshForm({ ...values, base: JSON.stringify(values) });
}

/** What such a form started from; nothing of one that does not say. */
export function baseOf(state: FormState): Record<string, string> {
	try {
		return Base.parse(JSON.parse(typed(state, "base")));
	} catch {
		return {};
	}
}

/** How a field is told: by which name, what its value is in words, and what a typed text means. */
export type Told = {
	field: string;
	label: string;
	words?: ((value: string) => string) | undefined;
	canonical?: ((text: string) => string) | undefined;
};
type Values = FormState["values"];

/** Each field as it was typed, as it is stored, and as the form started from where `base` has it. */
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

/** What was typed into a field of one line. */
export const typed = ({ values }: FormState, name: string): string => firstOf(values, name);
const firstOf = (values: Values, name: string): string => [values[name] ?? ""].flat()[0] ?? "";
/** What was ticked in a group. */
export const ticked = (state: FormState, name: string): string[] => [state.values[name] ?? []].flat();
