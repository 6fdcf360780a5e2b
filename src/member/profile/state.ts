import * as z from "zod";
import { againstStored, type Sides, typed } from "#admin/ui/against-stored.ts";
import { type FormState, freshForm } from "#admin/ui/form.ts";
import type { MemberRow } from "#db/member-reads.ts";
import { MEMBER_FIELDS, SELF_FIELDS, type SelfField } from "#domain/members/form.ts";
import { GENDER_WORDS, OWN_WORDS } from "./words.ts";

/** What the form of a record starts from. */
export function formOf(row: MemberRow): FormState {
	const values = Object.fromEntries(SELF_FIELDS.map((field) => [field, row[field] ?? ""]));
	return freshForm({ ...values, base: JSON.stringify(values) });
}

/** What was sent, beside the record as it is now: where it was saved meanwhile, by staff or in another tab, both texts. */
export const shownOver = (row: MemberRow, sent: FormState): FormState =>
	againstStored(sent, { version: row.version, fields: sidesOf(row, sent) });

const Base = z.record(z.string(), z.string());

/** What the form started from, as it says itself; nothing of one that does not. */
function baseOf(state: FormState): Record<string, string> {
	try {
		return Base.parse(JSON.parse(typed(state, "base")));
	} catch {
		return {};
	}
}

function sidesOf(row: MemberRow, state: FormState): Sides[] {
	const base = baseOf(state);
	return SELF_FIELDS.map((field) => {
		const [started, now] = [base[field], row[field] ?? ""];
		return {
			field,
			label: field.startsWith("emergency_") ? `緊急聯絡人${OWN_WORDS[field]}` : OWN_WORDS[field],
			mine: wordsOf(field, canonical(field, typed(state, field))),
			theirs: wordsOf(field, now),
			theirsValue: now,
			...(started === undefined ? {} : { base: wordsOf(field, started) }),
		};
	});
}

/** The same number is the same, however it was typed. */
function canonical(field: SelfField, text: string): string {
	const read = MEMBER_FIELDS[field].safeParse(text);
	return read.success ? (read.data ?? "") : text.trim();
}

const wordsOf = (field: SelfField, value: string): string =>
	(field === "gender" && Object.entries(GENDER_WORDS).find(([code]) => code === value)?.[1]) || value;
