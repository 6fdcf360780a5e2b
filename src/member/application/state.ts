import type { Applied } from "#domain/people/actions.ts";
import {
	CHILD_FIELDS,
	type ChildField,
	canonicalText,
	childPart,
	childValues,
	GENDER_LABELS,
	IDENTITY_TYPE_LABELS,
	type NamedType,
	READABLE_FIELDS,
	SELF_FIELDS,
	typeNames,
} from "#domain/people/index.ts";
import { told } from "#member/profile/state.ts";
import { againstStored, basedForm, baseOf, sidesOf, type Told } from "#ui/against-stored.ts";
import type { FormState } from "#ui/form-state.ts";
import { ownValues } from "#ui/own-fields.ts";

/** Returns the form of an application, filled from the application that waits for a decision. */
export function formOf({ said, agreesToHealth, children, own }: Applied): FormState {
	const begun = { ...Object.fromEntries(CHILD_FIELDS.map((name) => [name, ""])), ...childValues(children) };
	const fresh = basedForm<string>({ ...said, ...begun }, [...READABLE_FIELDS, ...CHILD_FIELDS]);
	const ticked = {
		...(agreesToHealth ? { consent_health: "1" } : {}),
		...(children.length > 0 ? { consent_children: "1" } : {}),
	};
	return { ...fresh, values: { ...fresh.values, ...ownValues(own), ...ticked } };
}

/**
 * Returns the sent form, with both versions of each differing field when staff or another tab saved the application
 * meanwhile.
 */
export const shownOver = (applied: Applied, sent: FormState, types: readonly NamedType[]): FormState =>
	againstStored(sent, {
		version: applied.version,
		fields: sidesOf([...whoOf(types), ...SELF_FIELDS.map(told), ...CHILD_FIELDS.map(toldChild)], {
			mine: sent.values,
			theirs: formOf(applied).values,
			base: baseOf(sent),
		}),
	});

const CHILD_WORDS = { name: "姓名", birth_date: "生日", gender: "性別" };
function toldChild(field: ChildField): Told {
	const { nth, part } = childPart(field);
	const label = `第 ${nth} 位孩子的${CHILD_WORDS[part]}`;
	if (part === "gender") return labelled(field, label, GENDER_LABELS);
	return part === "name" ? { field, label } : { field, label, canonical: (text) => canonicalText("birth_date", text) };
}

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
