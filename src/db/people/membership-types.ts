import { sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import type { TypeEdit, TypeInput } from "#domain/people/membership-types/form.ts";
import type { NamedType } from "#domain/people/membership-types/rules.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import type { By } from "#kernel/by.ts";

/** SQL for the name of the membership type of a member `m`. */
export const TYPE_NAME = "(SELECT t.name FROM membership_types t WHERE t.code = m.type_code)";
/** The terms of the order of the types of members `m`, as the list of the types has them. */
export const BY_TYPE = [
	"(SELECT t.position FROM membership_types t WHERE t.code = m.type_code)",
	"m.type_code",
] as const;
/** SQL: whether a member `m` is an organisation (團體會員). */
export const IS_ORGANISATION =
	"EXISTS (SELECT 1 FROM membership_types t WHERE t.code = m.type_code AND t.applies = 'organisation')";
/** SQL for what a record says of its type beside the code: the released code by which dues and lapsing go, and its name. */
export const TYPE_OF_RECORD = `m.membership_type AS type_base, ${TYPE_NAME} AS type_name, ${IS_ORGANISATION} AS is_organisation`;
/** SQL for the columns of the membership type of a member `m`, with its code. */
export const TYPE_COLUMNS = `m.type_code AS membership_type, ${TYPE_OF_RECORD}`;

/** SQL for whether the type of a member `m` gives 表決權, and from which age. */
export const VOTE_COLUMNS = `(SELECT t.has_vote FROM membership_types t WHERE t.code = m.type_code) AS has_vote,
	(SELECT t.vote_age FROM membership_types t WHERE t.code = m.type_code) AS vote_age`;

/** SQL: a type is one of members; 聯絡人 are none. */
const OF_MEMBERS = `code <> '${CONTACT}'`;
/** Selects every type of members, those in use first, in their order. */
export const membershipTypes = (): Select<NamedType> =>
	select(
		`SELECT code, name, description, term, applies, is_active FROM membership_types WHERE ${OF_MEMBERS} ORDER BY is_active DESC, position, id`,
	);

/** A type with the number of its members, and what they still owe. */
export type TypeRow = NamedType & {
	id: number;
	has_vote: 0 | 1;
	vote_age: number | null;
	position: number;
	version: number;
	members: number;
	open_items: number;
	open_amount: number;
};
const ROW = `SELECT t.id, t.code, t.name, t.description, t.term, t.has_vote, t.vote_age, t.applies, t.is_active, t.position, t.version,
	(SELECT coalesce(sum(c.many), 0) FROM member_counts c WHERE c.type_code = t.code
		AND c.status IN ('awaiting_payment', 'active', 'suspended')) AS members,
	coalesce(o.items, 0) AS open_items, coalesce(o.amount, 0) AS open_amount
	FROM membership_types t`;
const OPEN = `SELECT m.type_code AS code, count(*) AS items, sum(d.amount - d.paid_amount) AS amount
	FROM dues_items d CROSS JOIN members m ON m.id = d.member_id WHERE d.status IN ('open', 'partially_paid')`;

export const typeRows = (): Select<TypeRow> =>
	select(
		`${ROW} LEFT JOIN (${OPEN} GROUP BY m.type_code) o ON o.code = t.code WHERE t.${OF_MEMBERS} ORDER BY t.is_active DESC, t.position, t.id`,
	);
export const typeRow = (id: number): Select<TypeRow> =>
	selectOne(
		`${ROW} LEFT JOIN (${OPEN} AND m.type_code = (SELECT code FROM membership_types WHERE id = ?1)) o ON o.code = t.code WHERE t.id = ?1 AND t.${OF_MEMBERS}`,
		id,
	);

/** Inserts a type under a code that no other type has or had. The index refuses `membership_type.taken`. */
export const insertType = (input: TypeInput, by: By): Write =>
	sql`INSERT INTO membership_types (code, name, description, term, has_vote, vote_age, applies, position, created_at, updated_at)
		VALUES ('t' || lower(hex(randomblob(6))), ${input.name}, ${input.description}, ${input.term}, ${Number(input.has_vote)},
			${input.vote_age}, ${input.applies}, ${input.position}, ${by.at}, ${by.at})`;

/** Changes a type; what follows for its members the triggers do. Refuses `membership_type.stale`. */
export const updateType = (id: number, input: TypeEdit, by: By): Write[] => [
	sql`UPDATE membership_types SET name = ${input.name}, description = ${input.description}, term = ${input.term},
			has_vote = ${Number(input.has_vote)}, vote_age = ${input.vote_age}, applies = ${input.applies}, position = ${input.position},
			is_active = ${Number(input.is_active)}, version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${input.version}`,
	guard("membership_type.stale"),
];

/** Deletes a type. The trigger refuses with `membership_type.is_used` one that is used or came with the program. */
export const deleteType = (id: number, version: number): Write[] => [
	sql`DELETE FROM membership_types WHERE id = ${id} AND version = ${version}`,
	guard("membership_type.stale"),
];

/** Refuses with `member.type_closed` a type that takes no new members, or, of `person`, one for which nobody may apply. */
export const refuseClosedType = (code: string, by: "staff" | "person"): Write =>
	refuseWhere(
		"member.type_closed",
		sql`NOT EXISTS (SELECT 1 FROM membership_types WHERE code = ${code} AND is_active = 1
			AND (${by} = 'staff' OR applies = 'person'))`,
	);
