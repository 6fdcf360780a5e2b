import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import type { Days, GroupEdit, GroupInput } from "#domain/people/groups/form.ts";
import type { By } from "#kernel/by.ts";

/** Returns SQL: whether the membership `t` lasts on a day (SQL). */
const lasts = (day: string): string => `t.from_on <= ${day} AND (t.until_on IS NULL OR t.until_on >= ${day})`;
/** SQL: whether the member `m` may be in a group: whoever died is in none any more. */
export const MAY_BE_IN = "+m.status <> 'deceased'";

/**
 * Returns SQL: whether the membership `t` of the member `m` is one of the people who are in the group on a day (SQL).
 */
export const isIn = (day: string): string => `(${lasts(day)} AND ${MAY_BE_IN})`;

/**
 * Returns the query, without its brackets, of the ids of the members whose membership in a group lasts on a day (both
 * SQL); who of them is in it, MAY_BE_IN says.
 */
export const idsInGroup = (group: string, day: string): string =>
	`SELECT t.member_id FROM group_memberships t WHERE t.group_id = ${group} AND ${lasts(day)}`;

/** A group with the number of people who are in it today. */
export type GroupRow = {
	id: number;
	name: string;
	description: string;
	is_active: 0 | 1;
	version: number;
	people: number;
};
const ROW = `SELECT g.id, g.name, g.description, g.is_active, g.version,
	(SELECT count(*) FROM group_memberships t CROSS JOIN members m ON m.id = t.member_id
		WHERE t.group_id = g.id AND ${isIn("?1")}) AS people FROM member_groups g`;

export type GroupFilter = { q: string; active: "1" | "0" | undefined; today: string };
const WHERE = `WHERE (?2 = '' OR instr(lower(g.name), lower(?2)) > 0 OR instr(lower(g.description), lower(?2)) > 0)
	AND (?3 = '' OR g.is_active = CAST(?3 AS INTEGER))`;

const ORDER = orders({ name: "g.name", people: "people", state: "g.is_active = 0" }, "g.name", "g.id");
export const GROUP_SORTS = ORDER.sorts;
type GroupsPage = { rows: number; page: number; sort: (typeof GROUP_SORTS)[number] };

/** Selects one page of the groups in an order. */
export const groupRows = ({ q, active, today }: GroupFilter, { rows, page, sort }: GroupsPage): Select<GroupRow> =>
	select(`${ROW} ${WHERE} ${ORDER.by(sort)} ${limitTo(rows, (page - 1) * rows)}`, today, q, active ?? "");
/** Counts the groups that fit, and all. */
export const groupCount = ({ q, active, today }: GroupFilter): Select<{ many: number; all: number }> =>
	selectOne(
		`SELECT count(*) AS many, (SELECT count(*) FROM member_groups) AS "all" FROM member_groups g ${WHERE} AND ?1 <> ''`,
		today,
		q,
		active ?? "",
	);
export const groupRow = (id: number, today: string): Select<GroupRow> => selectOne(`${ROW} WHERE g.id = ?2`, today, id);

/** A group to choose from; retired ones come last. */
export type GroupName = Pick<GroupRow, "id" | "name" | "description" | "is_active">;
export const groupNames = (): Select<GroupName> =>
	select("SELECT id, name, description, is_active FROM member_groups ORDER BY is_active DESC, name, id");

export const insertGroup = ({ name, description }: GroupInput, by: By): Write =>
	sql`INSERT INTO member_groups (name, description, created_at, updated_at) VALUES (${name}, ${description}, ${by.at}, ${by.at})`;

/**
 * Changes a group. Refuses with `group.stale` when it changed since the user saw it; the index refuses with
 * `group.taken` a name that another group in use has.
 */
export const updateGroup = (id: number, input: GroupEdit, by: By): Write[] => [
	sql`UPDATE member_groups SET name = ${input.name}, description = ${input.description}, is_active = ${Number(input.is_active)},
			version = version + 1, updated_at = ${by.at}
		WHERE id = ${id} AND version = ${input.version}`,
	guard("group.stale"),
];

/** Inserts a membership. The trigger refuses `group.retired`, `group.no_member` and `group.overlap`. */
export const insertMembership = ({
	groupId,
	memberId,
	days,
	at,
}: {
	groupId: number;
	memberId: number;
	days: Days;
	at: number;
}): Write =>
	sql`INSERT INTO group_memberships (group_id, member_id, from_on, until_on, created_at, updated_at)
		VALUES (${groupId}, ${memberId}, ${days.from_on}, ${days.until_on}, ${at}, ${at})`;

export type MembershipRef = { id: number; version: number };

/** Changes the days of a membership. Refuses `group.stale`, and by the trigger `group.overlap`. */
export const updateMembership = ({ id, version }: MembershipRef, days: Days, at: number): Write[] => [
	sql`UPDATE group_memberships SET from_on = ${days.from_on}, until_on = ${days.until_on}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("group.stale"),
];

/** SQL: whether the membership `t` was recorded on the day of a time (SQL of UTC milliseconds) in Taipei. */
const isOfDay = (at: SQL): SQL =>
	sql`date(created_at / 1000, 'unixepoch', '+8 hours') = date(${at} / 1000, 'unixepoch', '+8 hours')`;

/** Deletes a membership that was recorded today. Refuses `group.stale` and, of an earlier day, `group.not_today`. */
export const deleteMembership = ({ id, version }: MembershipRef, at: number): Write[] => [
	sql`INSERT INTO guard (code) SELECT 'group.not_today' FROM group_memberships
		WHERE id = ${id} AND version = ${version} AND NOT ${isOfDay(sql`CAST(${at} AS INTEGER)`)}`,
	sql`DELETE FROM group_memberships WHERE id = ${id} AND version = ${version}`,
	guard("group.stale"),
];
