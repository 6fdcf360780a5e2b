import type { Field } from "./columns.ts";

/** Said beside what is done, for somebody to look at before a roster is written. */
export const TO_CONFIRM = [
	"parent_to_confirm",
	"certificate_to_verify",
	"certificate_unclear",
	"guardian_unknown",
	"guardian_several",
	"guardian_refused",
	"guardian_second_person",
	"formula",
	"status_kept",
	"status_unknown",
	"diagnosis_left_out",
	"left_empty",
	"paid_unclear",
	"year_owed",
	"identity_assumed",
	"no_number",
] as const;

/** Why a row comes out as it does. The first group stops it; the last is said beside what is done. */
export const REASONS = [
	// error
	"no_name",
	"bad_value",
	// conflict
	"date_ambiguous",
	"same_person",
	"several",
	"keys_disagree",
	"other_name",
	"other_national_id",
	"other_birth_date",
	"other_number",
	"number_taken",
	"name_alone",
	"email_other",
	"email_twice",
	"row_waits",
	"own",
	// skip
	"subtotal",
	"header_again",
	"no_person",
	"duplicate",
	"same",
	"not_in_roster",
	"has_email",
	// said
	...TO_CONFIRM,
	"guardian_kept",
	"renamed",
	"kept",
	"email_from_survey",
] as const;
export type ReasonCode = (typeof REASONS)[number];

/** `text` is what the file says, `read` how it was understood; `rows` are rows of the file, `members` ids of records. */
export type Reason = {
	code: ReasonCode;
	field?: Field | undefined;
	text?: string | undefined;
	read?: string | undefined;
	rows?: number[] | undefined;
	members?: number[] | undefined;
};

/** What becomes of a row. */
export const OUTCOMES = ["conflict", "error", "create", "update", "fill", "skip"] as const;
export type Outcome = (typeof OUTCOMES)[number];
