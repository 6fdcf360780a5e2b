import type { Applied } from "#domain/people/actions.ts";
import {
	canonicalText,
	IDENTITY_TYPE_LABELS,
	type NamedType,
	READABLE_FIELDS,
	SELF_FIELDS,
	typeNames,
} from "#domain/people/index.ts";
import { told } from "#member/profile/state.ts";
import { againstStored, basedForm, baseOf, sidesOf, type Told } from "#ui/against-stored.ts";
import type { FormState } from "#ui/form-state.ts";

/** Returns the form of an application, filled from the application that waits for a decision. */
export function formOf({ said, agreesToHealth }: Applied): FormState {
	const fresh = basedForm(said, READABLE_FIELDS);
	return { ...fresh, values: { ...fresh.values, ...(agreesToHealth ? { consent_health: "1" } : {}) } };
}

/**
 * Returns the sent form, with both versions of each differing field when staff or another tab saved the application
 * meanwhile.
 */
export const shownOver = (applied: Applied, sent: FormState, types: readonly NamedType[]): FormState =>
	againstStored(sent, {
		version: applied.version,
		fields: sidesOf([...whoOf(types), ...SELF_FIELDS.map(told)], {
			mine: sent.values,
			theirs: formOf(applied).values,
			base: baseOf(sent),
		}),
	});

const labelled = (field: string, label: string, labels: Record<string, string>): Told => ({
	field,
	label,
	words: (value) => labels[value] ?? value,
});

const whoOf = (types: readonly NamedType[]): readonly Told[] => [
	{ field: "name", label: "姓名" },
	labelled("identity_type", "身分", IDENTITY_TYPE_LABELS),
	labelled("membership_type", "會員類別", typeNames(types)),
	{ field: "birth_date", label: "生日", canonical: (text) => canonicalText("birth_date", text) },
];
