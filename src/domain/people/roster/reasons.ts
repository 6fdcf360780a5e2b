import type { Field } from "./columns.ts";

/** The reasons that are remarks which a user should look at before a roster is written; they do not stop a row. */
export const TO_CONFIRM = [
	"parent_to_confirm",
	"certificate_to_verify",
	"certificate_unclear",
	"guardian_unknown",
	"guardian_several",
	"guardian_refused",
	"guardian_second_person",
	"guardian_alone",
	"guardian_banned",
	"guardian_elsewhere",
	"guardian_paper",
	"guardian_as_unclear",
	"guardian_standing",
	"formula",
	"status_kept",
	"status_unknown",
	"diagnosis_left_out",
	"left_empty",
	"id_left_out",
	"paid_unclear",
	"year_owed",
	"group_unknown",
	"own_left_out",
	"not_of_kind",
	"kind_kept",
	"identity_assumed",
	"no_number",
	"namesake",
	"key_left_out",
	"row_kept",
] as const;

/** The reasons for a row's outcome. Errors, conflicts and what waits for an acceptance come first and stop the row; the last group are remarks. */
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
	"contact",
	// confirm
	"name_once",
	// skip
	"subtotal",
	"header_again",
	"no_person",
	"duplicate",
	"same",
	"not_in_roster",
	"has_email",
	"set_aside",
	// remarks
	...TO_CONFIRM,
	"guardian_kept",
	"renamed",
	"kept",
	"email_from_survey",
	"settled_same",
	"settled_other",
] as const;
export type ReasonCode = (typeof REASONS)[number];

/**
 * A reason: `text` is what the file says, `read` how it was understood, `own` the name of the own field that it is about,
 * `why` a sentence about it; `rows` are rows of the file, `members` ids of member records.
 */
export type Reason = {
	code: ReasonCode;
	field?: Field | undefined;
	text?: string | undefined;
	read?: string | undefined;
	own?: string | undefined;
	why?: string | undefined;
	rows?: number[] | undefined;
	members?: number[] | undefined;
};

/** The planned outcomes of a row. */
export const OUTCOMES = ["conflict", "confirm", "error", "create", "update", "fill", "skip"] as const;
export type Outcome = (typeof OUTCOMES)[number];
