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

/** The names of all fields. */
export const FIELD_NAMES = named<FieldName>(() => true);
/** The names of the fields that are stored readable, not sealed. */
export const PLAIN_FIELDS = named<PlainField>(({ isSealed }) => !isSealed);
/**
 * The names of the fields that members may change themselves without proof: contact data, and what helps in an
 * emergency.
 */
export const SELF_FIELDS = named<SelfField>(({ own }) => own !== undefined);
/**
 * The names of the readable fields that pages do not place by themselves (without `hasPlace`). UNPLACED_SELF_FIELDS are
 * the fields without `hasPlace` that members change themselves.
 */
export const UNPLACED_FIELDS = named<PlainField>(({ hasPlace, isSealed }) => !hasPlace && !isSealed);
export const UNPLACED_SELF_FIELDS = named<SelfField>(({ hasPlace, own }) => !hasPlace && own !== undefined);
/** The names of the fields that an applicant fills in: all except those that the association assigns. */
export type AppliedField = Exclude<FieldName, NamesOf<{ isGiven: true }>>;
export const APPLIED_FIELDS = named<AppliedField>(({ isGiven }) => !isGiven);
/** The names of the fields that a roster may have a column for. */
export const ROSTER_FIELDS = named<RosterField>(({ roster }) => roster !== undefined);
/** The names of the free-text fields. */
export const FREE_TEXT_FIELDS = named<PlainField>(({ isFreeText }) => isFreeText === true);
/** The names of the fields that an erasure empties. */
export const ERASED_FIELDS = named<FieldName>(({ staysErased }) => !staysErased);

/** Returns field names with `first` in front, in that order; the others follow in the order of the table. */
export const inOrder = <Name extends FieldName>(first: readonly Name[], names: readonly Name[]): Name[] => [
	...first,
	...names.filter((name) => !first.includes(name)),
];

/** The labels of the fields for staff. */
export const FIELD_WORDS = Object.fromEntries(entries.map(([name, { label }]) => [name, label])) as Record<
	FieldName,
	string
>;
/** The labels of the fields that members change themselves, as members see them. */
export const OWN_WORDS = Object.fromEntries(
	entries.flatMap(([name, { own }]) => (own === undefined ? [] : [[name, own]])),
) as Record<SelfField, string>;

/** Returns the type and maximum length of a field's input; undefined for a field without one. */
export const inputOf = (name: FieldName) => {
	const { input, schema }: RecordField = RECORD[name];
	const maxlength = mostCharacters(schema);
	return input && { ...input, maxlength };
};

/** The schemas of the fields, as a form sends them. */
export const MEMBER_FIELDS = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as {
	[K in FieldName]: (typeof RECORD)[K]["schema"];
};
/** Returns the column of a field: what the column `membership_type` holds is the base of the type (migration 0106). */
export const columnOf = (field: string): string => (field === "membership_type" ? "type_code" : field);
/** Returns the readable columns of a record as SQL with a table alias: m.name, m.phone. */
export const columnsOf = (alias: string): string =>
	PLAIN_FIELDS.map((name) => `${alias}.${columnOf(name)} AS ${name}`).join(", ");

/**
 * The fields of a member that an editor of the record sends. Phones, dates, ids and addresses are canonical; a sealed
 * field that is undefined stays unchanged. `health_consent` says that the member agreed on paper to the storing of
 * health data; the consent is recorded together with the change.
 */
export type MemberInput = { [K in PlainField]: z.infer<(typeof RECORD)[K]["schema"]> } & {
	[K in SealedField]?: string | null | undefined;
} & { health_consent?: boolean | undefined };
export type PlainRecord = Pick<MemberInput, PlainField>;
export type PlainInput = Partial<PlainRecord>;

/**
 * Returns the fields that an edit changes: a field that is not given stays, and an empty member number leaves the
 * existing one.
 */
export function plainChanges(before: PlainInput, given: PlainInput): PlainInput {
	const changed = PLAIN_FIELDS.filter((field) => {
		if (given[field] === undefined || (field === "member_no" && given[field] === null)) return false;
		return (before[field] ?? null) !== given[field];
	});
	return Object.fromEntries(changed.map((field) => [field, given[field]]));
}

/** The old and the new value of each changed field, by field; the audit log stores them sealed. */
export type Changes = Record<string, { from: unknown; to: unknown }>;

/**
 * The columns of the sealed fields with their new values; the columns of fields that an edit does not touch are
 * missing.
 */
export type SealedInput = {
	national_id?: string | null;
	national_id_hash?: string | null;
	national_id_mask?: string | null;
	diagnosis_note?: string | null;
};
type Before = PlainInput & { national_id_mask?: string | null };

/**
 * Returns a change for the audit log. A national id appears as its mask, a diagnosis only as written or removed: users
 * who may see them open the record, which logs the view.
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

/** The columns of a national id: sealed (encrypted), its hash, and its masked form; null without a number. */
export type SealedNumber = {
	national_id: string | null;
	national_id_hash: string | null;
	national_id_mask: string | null;
};
