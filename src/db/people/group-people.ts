import { BY_NUMBER, orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import type { Days } from "#domain/people/groups/form.ts";
import type { Called, GroupTime, Meant } from "#domain/people/groups/rules.ts";
import type { MemberStatus } from "#domain/people/members/codes.ts";
import { isIn } from "./groups.ts";
import { PAID_COLUMNS, statusPlace } from "./member-standing.ts";
import { idsOf } from "./member-words.ts";

/** A membership in a group, with its member. Days are YYYY-MM-DD, `until_on` is the last one. */
export type GroupPersonRow = {
	id: number;
	version: number;
	group_id: number;
	group_name: string;
	member_id: number;
	member_no: string | null;
	name: string;
	phone: string | null;
	email: string | null;
	status: MemberStatus;
	paid_until: string | null;
	grace_until: string | null;
	is_contact: 0 | 1;
	from_on: string;
	until_on: string | null;
	created_at: number;
};

export const GROUP_PEOPLE_PER_PAGE = 50;
const ORDER = orders(
	{
		number: [...BY_NUMBER, "m.id"],
		name: ["m.name", "m.id"],
		group: "g.name",
		from: "t.from_on",
		until: "t.until_on",
		state: statusPlace("?1"),
	},
	"t.id",
);
export const GROUP_PEOPLE_SORTS = ORDER.sorts;
export type GroupPeopleSort = (typeof GROUP_PEOPLE_SORTS)[number];

/** The filter of the list; `words` is a typed text split by searchWords. The time is that on the day `today`. */
export type GroupPeopleFilter = {
	words: readonly string[];
	group: number | undefined;
	time: GroupTime;
	today: string;
};

const COLUMNS = `t.id, t.version, t.group_id, g.name AS group_name, t.member_id, m.member_no, m.name, m.phone, m.email, m.status,
	${PAID_COLUMNS}, t.from_on, t.until_on, t.created_at`;

/** SQL of the time of a membership `t` of the member `m` on the day ?1, as a code of GroupTime. */
const TIME = `CASE WHEN ${isIn("?1")} THEN 'now' WHEN t.from_on > ?1 AND m.status <> 'deceased' THEN 'later' ELSE 'past' END`;

/** Returns FROM and WHERE without the time, with the parameters: ?1 is the day, ?2 the group or 0. */
function fromOf({ words, group, today }: GroupPeopleFilter): { from: string; params: (string | number)[] } {
	const params: (string | number)[] = [today, group ?? 0];
	const bound = (value: string): string => `?${params.push(value)}`;
	const found = words.map((word) => `t.member_id IN (${idsOf(word, bound)})`);
	return {
		from: `FROM group_memberships t CROSS JOIN members m ON m.id = t.member_id JOIN member_groups g ON g.id = t.group_id
			WHERE ${[group === undefined ? "?2 = 0" : "t.group_id = ?2", ...found].join(" AND ")}`,
		params,
	};
}

/** Selects the memberships that fit, in the order of a sort: `most` of them, after `skipped`. */
export function groupPeople(
	filter: GroupPeopleFilter,
	{ sort, most, skipped = 0 }: { sort: GroupPeopleSort; most: number; skipped?: number },
): Select<GroupPersonRow> {
	const { from, params } = fromOf(filter);
	return select(
		`SELECT ${COLUMNS} ${from} AND ${TIME} = '${filter.time}' ${ORDER.by(sort)} ${limitTo(most, skipped)}`,
		...params,
	);
}

/** Counts the memberships that fit, by their time. */
export function groupPeopleCounts(filter: GroupPeopleFilter): Select<Record<GroupTime, number>> {
	const { from, params } = fromOf(filter);
	const many = (time: GroupTime): string => `coalesce(sum(${TIME} = '${time}'), 0) AS ${time}`;
	return selectOne(`SELECT ${many("now")}, ${many("later")}, ${many("past")} ${from}`, ...params);
}

const ONE = `SELECT ${COLUMNS} FROM group_memberships t CROSS JOIN members m ON m.id = t.member_id
	JOIN member_groups g ON g.id = t.group_id`;

export const membershipRow = (id: number): Select<GroupPersonRow> => selectOne(`${ONE} WHERE t.id = ?`, id);

/**
 * Selects the memberships that a user recorded at one moment (UTC milliseconds) and nobody changed since; `recorded` says
 * how many they were.
 */
export const joinedAt = (moment: number, userId: number | null): Select<GroupPersonRow & { recorded: number }> =>
	select(
		`WITH own (member_id) AS (SELECT CAST(auditable_id AS INTEGER) FROM audit_log
			WHERE action = 'group.join' AND at = ?1 AND user_id = ?2 AND auditable_type = 'member')
		SELECT ${COLUMNS}, (SELECT count(*) FROM own) AS recorded FROM own CROSS JOIN group_memberships t ON t.member_id = own.member_id
			JOIN members m ON m.id = t.member_id JOIN member_groups g ON g.id = t.group_id
		WHERE t.created_at = ?1 AND t.version = 1 ORDER BY t.id`,
		moment,
		userId,
	);

/** Selects the groups of a member with their days, newest first. */
export const groupsOf = (memberId: number): Select<GroupPersonRow> =>
	select(`${ONE} WHERE t.member_id = ? ORDER BY t.from_on DESC, t.id DESC`, memberId);

/**
 * Selects the members whom what people are called may mean: by their whole name, by a number of theirs, present or
 * former, or by a whole phone number. Nobody who died or is pseudonymised.
 */
export const membersCalled = (all: readonly Called[]): Select<Meant> =>
	select(
		`WITH called (nth, name, number, phone) AS MATERIALIZED (SELECT key, value ->> 'name', value ->> 'number',
				replace(value ->> 'phone', '-', '') FROM json_each(?1)),
			led (nth, id) AS (
				SELECT c.nth, w.member_id FROM called c CROSS JOIN member_words w ON w.word = substr(c.name, 1, 8)
					JOIN members x ON x.id = w.member_id WHERE lower(replace(x.name, '臺', '台')) = c.name
				UNION SELECT c.nth, w.member_id FROM called c CROSS JOIN member_words w ON w.word = c.phone
				UNION SELECT c.nth, coalesce(x.merged_into, x.id) FROM called c
					CROSS JOIN member_numbers n ON replace(n.member_no, '-', '') = c.number JOIN members x ON x.id = n.member_id)
		SELECT l.nth, m.id, m.name, m.member_no FROM led l CROSS JOIN members m ON m.id = l.id
		WHERE m.merged_into IS NULL AND m.pseudonymised_at IS NULL AND m.status <> 'deceased' ORDER BY l.nth, m.id`,
		JSON.stringify(all),
	);

/**
 * Selects which of some members can be taken into a group for some days: not those who are in it on any of these days,
 * died, are pseudonymised, or were merged into another record.
 */
export const joinable = (
	memberIds: readonly number[],
	{ groupId, days }: { groupId: number; days: Days },
): Select<{ id: number }> =>
	select(
		`SELECT m.id FROM json_each(?1) j CROSS JOIN members m ON m.id = j.value
		WHERE m.merged_into IS NULL AND m.pseudonymised_at IS NULL AND m.status <> 'deceased'
			AND NOT EXISTS (SELECT 1 FROM group_memberships t WHERE t.group_id = ?2 AND t.member_id = m.id
				AND t.from_on <= ?4 AND coalesce(t.until_on, '9999-12-31') >= ?3) ORDER BY j.key`,
		JSON.stringify(memberIds),
		groupId,
		days.from_on,
		days.until_on ?? "9999-12-31",
	);
