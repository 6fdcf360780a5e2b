import type { MemberRow, ValueRow } from "#db/people/index.ts";
import { canonicalText, GENDER_LABELS, OWN_WORDS, SELF_FIELDS, type SelfField } from "#domain/people/index.ts";
import { basedForm, baseOf, sidesOf, type Told } from "#ui/against-stored.ts";
import type { FormState } from "#ui/form-state.ts";
import { againstOwn, withOwn } from "#ui/own-conflicts.ts";

/** Returns the form filled from a member's record, with the own fields that the member fills in. */
export const formOf = (row: MemberRow, own: readonly ValueRow[]): FormState =>
	withOwn(basedForm(row, SELF_FIELDS), own);

/**
 * Returns the sent form, with both versions of each differing field when staff or another tab saved the record
 * meanwhile.
 */
export function shownOver(row: MemberRow, own: readonly ValueRow[], sent: FormState): FormState {
	const fresh = formOf(row, own);
	const texts = { mine: sent.values, theirs: fresh.values, base: baseOf(sent) };
	return againstOwn(sent, { version: row.version, fresh, rows: own, fields: sidesOf(SELF_FIELDS.map(told), texts) });
}

export const told = (field: SelfField): Told => ({
	field,
	label: field.startsWith("emergency_") ? `緊急聯絡人${OWN_WORDS[field]}` : OWN_WORDS[field],
	words: (value) => wordsOf(field, value),
	canonical: (text) => canonicalText(field, text),
});

const wordsOf = (field: SelfField, value: string): string =>
	(field === "gender" && Object.entries(GENDER_LABELS).find(([code]) => code === value)?.[1]) || value;
