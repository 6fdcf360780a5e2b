import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { members } from "#db/schema/members.ts";
import {
	APPLIED_FIELDS,
	ERASED_FIELDS,
	FIELD_NAMES,
	FREE_TEXT_FIELDS,
	inOrder,
	PLAIN_FIELDS,
	ROSTER_FIELDS,
	SELF_FIELDS,
	UNPLACED_FIELDS,
} from "#domain/people/members/fields.ts";
import { COLUMNS, fieldOfHeader } from "#domain/people/roster/columns.ts";

/** What a record has besides what an editor says of the person. */
const KEPT_BY_THE_SYSTEM = [
	...["id", "version", "user_id", "guardian_member_id", "second_guardian_id", "merged_into"],
	...["pseudonymised_at", "created_at", "updated_at"],
	...["status", "status_since", "resolution_no", "resolution_on", "left_on", "consent_at", "source", "create_key"],
	...["seal_id", "person_key", "national_id_hash", "national_id_mask", "disability_status", "disability_until"],
	...[
		"paid_year",
		"paid_years",
		"owed_years",
		"is_fee_exempt",
		"has_notes",
		"name_folded",
		"type_code",
		"tax_id",
		"seats",
	],
];

test("every column of a record is a field of the table, or kept by the system; no field is without a column", () => {
	const columns = Object.values(getTableColumns(members)).map(({ name }) => name);
	expect(FIELD_NAMES.filter((name) => !columns.includes(name))).toEqual([]);
	const others = columns.filter((name) => !FIELD_NAMES.some((field) => field === name));
	expect(others.filter((name) => !KEPT_BY_THE_SYSTEM.includes(name))).toEqual([]);
});

test("what lies sealed has no readable column, no member changes it without proof, and an erasure empties it", () => {
	const sealed = FIELD_NAMES.filter((name) => !PLAIN_FIELDS.some((plain) => plain === name));
	expect(sealed).toEqual(["national_id", "diagnosis_note"]);
	for (const name of sealed) {
		expect(SELF_FIELDS).not.toContain(name);
		expect(ERASED_FIELDS).toContain(name);
	}
});

test("an erasure empties whatever people write freely, and all that is not the association's own", () => {
	for (const name of FREE_TEXT_FIELDS) expect(ERASED_FIELDS).toContain(name);
	expect(FIELD_NAMES.filter((name) => !ERASED_FIELDS.includes(name))).toEqual([
		...["member_no", "name", "name_en", "identity_type", "membership_type", "joined_on"],
	]);
	expect(FIELD_NAMES.filter((name) => !APPLIED_FIELDS.some((said) => said === name))).toEqual([
		"member_no",
		"joined_on",
	]);
});

test("each name of a roster's column leads to its field, and no two fields share one", () => {
	const names = ROSTER_FIELDS.flatMap((field) => COLUMNS[field].map((name) => [name, field] as const));
	for (const [name, field] of names) expect([name, fieldOfHeader(name)]).toEqual([name, field]);
	expect(new Set(names.map(([name]) => name)).size).toBe(names.length);
});

test("named first, the others follow in their order", () => {
	expect(inOrder(["email", "phone"], ["name_en", "phone", "email", "line_id"])).toEqual([
		...["email", "phone", "name_en", "line_id"],
	]);
	expect(UNPLACED_FIELDS).toEqual([]);
});
