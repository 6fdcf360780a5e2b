import type * as z from "zod";
import { mostCharacters } from "#kernel/field-limits.ts";
import { RECORD, type RecordField } from "./record.ts";

export type FieldName = keyof typeof RECORD;
type NamesOf<Has> = { [K in FieldName]: (typeof RECORD)[K] extends Has ? K : never }[FieldName];
export type SealedField = NamesOf<{ isSealed: true }>;
export type PlainField = Exclude<FieldName, SealedField>;
export type SelfField = NamesOf<{ own: string }>;
export type RosterField = NamesOf<{ roster: string }>;

const entries = Object.entries<RecordField>(RECORD);
const named = <Name extends FieldName>(has: (one: RecordField) => boolean): readonly Name[] =>
	entries.filter(([, one]) => has(one)).map(([name]) => name as Name);

/** Every field. */
export const FIELD_NAMES = named<FieldName>(() => true);
/** The fields that lie readable in their columns. */
export const PLAIN_FIELDS = named<PlainField>(({ isSealed }) => !isSealed);
/** What members may change themselves, without proof: how to reach them, and what helps them in need. */
export const SELF_FIELDS = named<SelfField>(({ own }) => own !== undefined);
/** What has no place of its own on a page; the second of what members change themselves. */
export const UNPLACED_FIELDS = named<PlainField>(({ hasPlace, isSealed }) => !hasPlace && !isSealed);
export const UNPLACED_SELF_FIELDS = named<SelfField>(({ hasPlace, own }) => !hasPlace && own !== undefined);
/** What an applicant says of themselves: all but what the association gives. */
export type AppliedField = Exclude<FieldName, NamesOf<{ isGiven: true }>>;
export const APPLIED_FIELDS = named<AppliedField>(({ isGiven }) => !isGiven);
/** What a roster may have a column for. */
export const ROSTER_FIELDS = named<RosterField>(({ roster }) => roster !== undefined);
/** Where people write what they like. */
export const FREE_TEXT_FIELDS = named<PlainField>(({ isFreeText }) => isFreeText === true);
/** What an erasure empties. */
export const ERASED_FIELDS = named<FieldName>(({ staysErased }) => !staysErased);

/** Names with some of them first, in that order; the others follow as the table has them. */
export const inOrder = <Name extends FieldName>(first: readonly Name[], names: readonly Name[]): Name[] => [
	...first,
	...names.filter((name) => !first.includes(name)),
];

/** What each is called. */
export const FIELD_WORDS = Object.fromEntries(entries.map(([name, { label }]) => [name, label])) as Record<
	FieldName,
	string
>;
/** What members call the fields that they change themselves. */
export const OWN_WORDS = Object.fromEntries(
	entries.flatMap(([name, { own }]) => (own === undefined ? [] : [[name, own]])),
) as Record<SelfField, string>;

/** The input of a field: of which type, and how many characters it takes. */
export const inputOf = (name: FieldName): NonNullable<RecordField["input"]> | undefined => {
	const { input, schema }: RecordField = RECORD[name];
	const maxlength = mostCharacters(schema);
	return input && { ...(maxlength && { maxlength }), ...input };
};

/** What a form sends of each. */
export const MEMBER_FIELDS = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as {
	[K in FieldName]: (typeof RECORD)[K]["schema"];
};
/** The readable columns of a record as SQL of a table's alias, m.name, m.phone. */
export const columnsOf = (alias: string): string => PLAIN_FIELDS.map((name) => `${alias}.${name}`).join(", ");

/**
 * Everything that an editor of a record says of a member. Phones, dates, ids and addresses are canonical; what is sealed is
 * left as it is where it is undefined. `health_consent` records, with the change, that the member agreed on paper to have
 * health data kept.
 */
export type MemberInput = { [K in PlainField]: z.infer<(typeof RECORD)[K]["schema"]> } & {
	[K in SealedField]?: string | null | undefined;
} & { health_consent?: boolean | undefined };
export type PlainRecord = Pick<MemberInput, PlainField>;
export type PlainInput = Partial<PlainRecord>;

/** What an edit changes: a field that is not given stays, and an empty number leaves the one there is. */
export function plainChanges(before: PlainInput, given: PlainInput): PlainInput {
	const changed = PLAIN_FIELDS.filter((field) => {
		if (given[field] === undefined || (field === "member_no" && given[field] === null)) return false;
		return (before[field] ?? null) !== given[field];
	});
	return Object.fromEntries(changed.map((field) => [field, given[field]]));
}

/** What the audit log keeps of a change, sealed: from what to what, by field. */
export type Changes = Record<string, { from: unknown; to: unknown }>;

/** The columns of what lies sealed; those that an edit does not touch are not there. */
export type SealedInput = {
	national_id?: string | null;
	national_id_hash?: string | null;
	national_id_mask?: string | null;
	diagnosis_note?: string | null;
};
type Before = PlainInput & { national_id_mask?: string | null };

/**
 * A change as the audit log keeps it. An id is told by its mask and a diagnosis only by its being there: who may see them
 * sees them in the record, which writes down that they did.
 */
export function auditChanges(before: Before, plain: PlainInput, sealed: SealedInput): Changes {
	const fields = PLAIN_FIELDS.filter((field) => field in plain);
	const changes: Changes = Object.fromEntries(
		fields.map((field) => [field, { from: before[field] ?? null, to: plain[field] }]),
	);
	if (sealed.national_id_mask !== undefined)
		changes.national_id = { from: before.national_id_mask ?? null, to: sealed.national_id_mask };
	if (sealed.diagnosis_note !== undefined)
		changes.diagnosis_note = { from: null, to: sealed.diagnosis_note === null ? "removed" : "written" };
	return changes;
}
