import type { RefusalCode } from "#kernel/refusal.ts";
import {
	agreeName,
	choiceName,
	choicesOf,
	emptyName,
	FOR_WHOM_LABELS,
	fieldName,
	isFor,
	type OwnField,
	type ReadValue,
	readValue,
} from "./rules.ts";

/** What a form said about own fields: the texts by the names of rules.ts. */
export type OwnTyped = Readonly<Record<string, string>>;
/** The same with the names of the fields for which it has a file. */
export type OwnSaid = { typed: OwnTyped; files: ReadonlySet<string> };
/** What a plan has in the place of the value of a file that is yet to be stored. */
export const NEW_FILE = "file";

/** A field with what a member has in it, opened. */
export type HeldField = OwnField & { held: string | null; agreed: 0 | 1 };

export type OwnWrite = { field: OwnField; from: string | null; to: string | null };
/** What follows from a form: the values that change, the purposes that are agreed to, and what is wrong, by field name. */
export type OwnPlan = { writes: OwnWrite[]; purposes: string[]; errors: Record<string, string[]> };

/** Returns the texts that a form sent for a field; undefined when the form did not have it. */
function typedOf(field: OwnField, typed: OwnTyped): string[] | undefined {
	const text = typed[fieldName(field)];
	if (text === undefined) return undefined;
	if (field.kind !== "choices") return [text];
	const ticked = choicesOf(field).filter(({ id }) => typed[choiceName(field, id)] === "1");
	return [...(text === "" ? [] : [text]), ...ticked.map(({ id }) => String(id))];
}

/** Reads what a form sent for a field; undefined when the form did not have it. */
function readOf(field: HeldField, { typed, files }: OwnSaid): ReadValue | undefined {
	const texts = typedOf(field, typed);
	if (field.kind !== "file") return texts && readValue(field, texts, field.held);
	if (files.has(fieldName(field))) return { value: NEW_FILE };
	return readValue(field, texts ?? [], field.held);
}

/**
 * Plans what a form changes of a member's own fields. A field that the form did not send stays; an empty sealed one, or
 * one of a file, stays too, unless its box says to empty it. Special data are taken only with a consent to their purpose, given before
 * or with the form.
 */
export function planOwn(fields: readonly HeldField[], { typed, files }: OwnSaid, identity: string): OwnPlan {
	const ticked = fields.filter((field) => field.is_special === 1 && typed[agreeName(field)] === "1");
	const purposes = [...new Set(ticked.filter(({ agreed }) => agreed === 0).map(({ purpose }) => purpose))];
	const plan: OwnPlan = { writes: [], purposes, errors: {} };
	for (const field of fields) {
		const read = readOf(field, { typed, files });
		if (read === undefined) continue;
		const to = "value" in read ? read.value : null;
		const stays = to === null && (field.is_special === 1 || field.kind === "file") && typed[emptyName(field)] !== "1";
		const error = "error" in read ? read.error : to === null ? undefined : refusedOf(field, { identity, purposes });
		if (error !== undefined) plan.errors[fieldName(field)] = [error];
		else if (!stays && to !== field.held) plan.writes.push({ field, from: field.held, to });
	}
	return plan;
}

type Taking = { identity: string; purposes: readonly string[] };
function refusedOf(field: HeldField, { identity, purposes }: Taking): string | undefined {
	if (!isFor(field, identity) && field.held === null) return `這個欄位只給${FOR_WHOM_LABELS[field.for_whom]}填。`;
	const lacks = field.is_special === 1 && field.agreed === 0 && !purposes.includes(field.purpose);
	return lacks ? "這是特種個資，須有本人對這個用途的同意才能保存，請先取得同意並勾選。" : undefined;
}

/** The code of the refusal whose sentences `planOwn` gives by field. */
export const OWN_REFUSED = "member_field.bad_value" satisfies RefusalCode;
