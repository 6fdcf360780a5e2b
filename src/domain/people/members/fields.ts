import type { MemberInput } from "./form.ts";

/** The fields that lie readable in their columns. */
export const PLAIN_FIELDS = [
	"member_no",
	"name",
	"name_en",
	"identity_type",
	"membership_type",
	"gender",
	"birth_date",
	"phone",
	"phone_home",
	"email",
	"line_id",
	"postal_code",
	"city",
	"district",
	"address",
	"occupation",
	"emergency_name",
	"emergency_relation",
	"emergency_phone",
	"joined_on",
] as const satisfies readonly (keyof MemberInput)[];
export type PlainField = (typeof PLAIN_FIELDS)[number];
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
