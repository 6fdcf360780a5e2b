import { maskNationalId } from "#domain/people/members/national-id.ts";
import type { Field } from "#domain/people/roster/columns.ts";
import type { PlanRow } from "#domain/people/roster/plan-row.ts";
import type { Values } from "#domain/people/roster/reading.ts";
import type { Reason, ReasonCode } from "#domain/people/roster/reasons.ts";

const FIELDS: Partial<Record<Field, string>> = {
	member_no: "number",
	name_en: "English name",
	identity_type: "identity",
	membership_type: "type",
	birth_date: "born",
	national_id: "national id",
	phone: "mobile",
	phone_home: "landline",
	line_id: "LINE",
	postal_code: "postal code",
	emergency_name: "emergency contact",
	emergency_relation: "emergency relation",
	emergency_phone: "emergency phone",
	joined_on: "joined",
	left_on: "left",
};
export const fieldName = (field: string): string =>
	Object.entries(FIELDS).find(([name]) => name === field)?.[1] ?? field.replaceAll("_", " ");

const WORDS: Record<ReasonCode, string> = {
	no_name: "has no name",
	bad_value: "cannot be read",
	date_ambiguous: "reads two ways: write the year in full, or take it as shown with --accept-dates",
	same_person: "says something else of the same person",
	several: "fits several records",
	keys_disagree: "its number and its id lead to different records",
	other_name: "the record has another name",
	other_national_id: "the record has another national id",
	other_birth_date: "the record has another birthday",
	other_number: "the record has another number",
	number_taken: "the number belonged to a record that is gone",
	name_alone: "only the name fits: add the number, the id, the birthday or the mobile",
	email_other: "there is another e-mail",
	email_twice: "two e-mails for one person",
	own: "a record of the importer's own family",
	name_once: "only the name fits, once, and nothing contradicts it: --accept-names takes it as this person",
	settled_same: "taken as this person",
	settled_other: "taken as somebody else",
	set_aside: "left out by a decision",
	key_left_out: "is somebody else's, left out",
	row_kept: "differs between the rows, the first stays",
	row_waits: "its row of the roster is not imported",
	subtotal: "a sum",
	header_again: "the header once more",
	no_person: "nobody",
	duplicate: "says nothing new beside",
	same: "is in the database already",
	not_in_roster: "is not in the roster",
	has_email: "has this e-mail already",
	parent_to_confirm: "read as parent: please confirm",
	certificate_to_verify: "has a certificate to verify",
	certificate_unclear: "certificate: neither yes nor no",
	guardian_unknown: "guardian not found",
	guardian_several: "guardian: several of this name",
	guardian_refused: "guardian not linked: one of them would be a guardian and have one",
	guardian_second_person: "the guardian is of the staff or their family: a second person links them",
	guardian_kept: "guardian: another one is linked, and stays",
	formula: "a formula gave",
	status_kept: "status not taken: it changes by its steps",
	status_unknown: "status unknown",
	diagnosis_left_out: "diagnosis not imported: it needs written consent",
	left_empty: "left empty",
	id_left_out: "national id cannot be read: left out",
	paid_unclear: "paid or not?",
	year_owed: "not taken as paid, it is still owed: record the payment, or waive it",
	identity_assumed: "no identity: taken as patient",
	renamed: "has another name in the database",
	kept: "differs, stays as it is",
	no_number: "has no number",
	namesake: "same name and birthday, other number and phone: taken as somebody else",
	email_from_survey: "e-mail from the survey",
};

/**
 * Writes in a few words why a row has its outcome, with the value, rows or records that the reason is about; of a
 * national id only the ends.
 */
export function reasonWords({ code, field, text, read, rows, members }: Reason): string {
	const about = [
		text === undefined ? "" : `"${field === "national_id" ? hidden(text) : text}"`,
		read === undefined ? "" : `(read as ${read})`,
		rows === undefined ? "" : `row ${rows.join(", ")}`,
		members === undefined ? "" : `record ${members.join(", ")}`,
	].filter((part) => part !== "");
	const named = code === "bad_value" || code === "date_ambiguous" || code === "left_empty" || code === "kept";
	return [named && field ? `${fieldName(field)}:` : "", WORDS[code], ...about].filter((part) => part !== "").join(" ");
}

const hidden = (id: string): string => maskNationalId(id.trim());

/** Writes the fields of a row as they were understood; of a national id only the ends. */
export const valueWords = (values: Values): string =>
	Object.entries(values)
		.filter(([field]) => field !== "name")
		.map(([field, value]) => `${fieldName(field)} ${field === "national_id" ? hidden(String(value)) : value}`)
		.join(", ");

/** Writes what a row changes in an existing record; of a new national ID only the ends. */
export const changeWords = ({ adds, guardian }: PlanRow): string =>
	[
		...adds.changes.map(({ field, from, to }) => {
			const [before, after] = field === "national_id" ? [from, hidden(to ?? "")] : [from, to];
			return before === null ? `${fieldName(field)} ${after}` : `${fieldName(field)} ${before} → ${after}`;
		}),
		...(adds.notes.length > 0 ? [`${adds.notes.length} note${adds.notes.length > 1 ? "s" : ""}`] : []),
		...(adds.paidYears.length > 0 ? [`paid ${adds.paidYears.join(" ")}`] : []),
		...(guardian ? [`guardian ${"id" in guardian ? `record ${guardian.id}` : `row ${guardian.row}`}`] : []),
	].join(", ");
