import type { MemberRow } from "#db/people/index.ts";
import { canonicalText, GENDER_LABELS, OWN_WORDS, SELF_FIELDS, type SelfField } from "#domain/people/index.ts";
import { againstStored, basedForm, baseOf, sidesOf, type Told } from "#ui/against-stored.ts";
import type { FormState } from "#ui/form-state.ts";

/** Returns the form filled from a member's record. */
export const formOf = (row: MemberRow): FormState => basedForm(row, SELF_FIELDS);

/**
 * Returns the sent form, with both versions of each differing field when staff or another tab saved the record
 * meanwhile.
 */
export const shownOver = (row: MemberRow, sent: FormState): FormState =>
	againstStored(sent, {
		version: row.version,
		fields: sidesOf(SELF_FIELDS.map(told), { mine: sent.values, theirs: formOf(row).values, base: baseOf(sent) }),
	});

export const told = (field: SelfField): Told => ({
	field,
	label: field.startsWith("emergency_") ? `緊急聯絡人${OWN_WORDS[field]}` : OWN_WORDS[field],
	words: (value) => wordsOf(field, value),
	canonical: (text) => canonicalText(field, text),
});

const wordsOf = (field: SelfField, value: string): string =>
	(field === "gender" && Object.entries(GENDER_LABELS).find(([code]) => code === value)?.[1]) || value;
