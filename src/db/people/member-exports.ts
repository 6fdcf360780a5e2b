import { limitTo, type Select, select } from "#db/read.ts";
import { LETTER_HOME } from "#db/system/index.ts";
import type { DisabilityStatus, MemberStatus, TypeOfRecord } from "#domain/people/members/codes.ts";
import { columnsOf, type PlainRecord } from "#domain/people/members/fields.ts";
import { fittingMembers, type MemberFilter, membersFrom } from "./member-lists.ts";
import type { MemberSort } from "./member-orders.ts";
import { PAID_COLUMNS } from "./member-standing.ts";
import { TYPE_OF_RECORD, VOTE_COLUMNS } from "./membership-types.ts";

/** The chosen members: those that were ticked, or all that fit a filter. Merged records are left out. */
export type Chosen = { ids: readonly number[] } | { filter: MemberFilter; sort?: MemberSort | undefined };

/** A member as exports and prints show them. Dates are YYYY-MM-DD; the national id is only shown as its mask. */
export type ListedMember = PlainRecord &
	TypeOfRecord & {
		id: number;
		status: MemberStatus;
		national_id_mask: string | null;
		guardian_name: string | null;
		/** JSON: as what the guardian stands. */
		guardian_as: string | null;
		second_guardian_name: string | null;
		second_guardian_as: string | null;
		/** JSON of the address to which letters go: postal_code, city, district, address. */
		home: string;
		left_on: string | null;
		disability_status: DisabilityStatus;
		disability_until: string | null;
		paid_until: string | null;
		grace_until: string | null;
		is_contact: 0 | 1;
		/** Whether the type gives 表決權, and from which age (null: the settings say). */
		has_vote: 0 | 1;
		vote_age: number | null;
		/** JSON: the asked values of own fields, by the fields' ids: each with its seal's id, or null. */
		own: string;
	};

/** Returns FROM and WHERE over `members m`, with the values of the parameters ?1, ?2 ... */
function fromOf(chosen: Chosen): { from: string; params: (string | number)[] } {
	if ("filter" in chosen) return membersFrom(chosen.filter, chosen.sort);
	const from = "FROM members m JOIN json_each(?1) j ON j.value = m.id WHERE m.merged_into IS NULL";
	return { from, params: [JSON.stringify(chosen.ids)] };
}

function inOrder(chosen: Chosen, most: number): Select<{ id: number }> {
	if ("filter" in chosen) return fittingMembers(chosen.filter, chosen.sort ?? "number", most);
	const { from, params } = fromOf(chosen);
	return select(`SELECT m.id ${from} ORDER BY j.key ${limitTo(most)}`, ...params);
}

/** SQL: as what a guardian of the member `m` stands, as JSON; null without one. */
const standingOf = (
	guardian: string,
): string => `(SELECT json_object('role', s.role, 'authority', s.authority, 'paper', s.paper,
	'paper_on', s.paper_on, 'has_custody', s.has_custody) FROM guardianships s
	WHERE s.member_id = m.id AND s.guardian_id = ${guardian} AND s.until IS NULL)`;

/**
 * Selects the chosen members in the order of the list, or of the ids, at most `most`: ask for one more to know whether
 * there are more. `fields` are the ids of the own fields whose values are asked for.
 */
export function listedMembers(chosen: Chosen, most: number, fields: readonly number[] = []): Select<ListedMember> {
	const { sql, params } = inOrder(chosen, most);
	const own =
		fields.length === 0
			? "'{}'"
			: `(SELECT json_group_object(v.field_id, json_array(v.value, v.seal_id)) FROM member_field_values v
				WHERE v.member_id = m.id AND v.field_id IN (SELECT value FROM json_each(?${params.length + 1})))`;
	return select(
		`WITH chosen (id, nth) AS MATERIALIZED (SELECT id, row_number() OVER () FROM (${sql}))
		SELECT m.id, ${columnsOf("m")}, ${TYPE_OF_RECORD}, ${VOTE_COLUMNS}, m.status, m.national_id_mask, g.name AS guardian_name,
			${standingOf("m.guardian_member_id")} AS guardian_as, g2.name AS second_guardian_name, ${standingOf("m.second_guardian_id")} AS second_guardian_as, (SELECT json_object('postal_code', h.postal_code, 'city', h.city, 'district', h.district, 'address', h.address)
			FROM members h WHERE h.id = ${LETTER_HOME}) AS home, m.left_on, m.disability_status, m.disability_until, ${PAID_COLUMNS}, ${own} AS own
		FROM chosen CROSS JOIN members m ON m.id = chosen.id LEFT JOIN members g ON g.id = m.guardian_member_id LEFT JOIN members g2 ON g2.id = m.second_guardian_id
		ORDER BY chosen.nth`,
		...params,
		...(fields.length === 0 ? [] : [JSON.stringify(fields)]),
	);
}

/** Selects number and name of the chosen members whose records are not pseudonymised, in their order, at most `most`. */
export function namedMembers(
	chosen: Chosen,
	most: number,
): Select<{ id: number; member_no: string | null; name: string }> {
	const { sql, params } = inOrder(chosen, most);
	return select(
		`WITH chosen (id, nth) AS MATERIALIZED (SELECT id, row_number() OVER () FROM (${sql}))
		SELECT m.id, m.member_no, m.name FROM chosen CROSS JOIN members m ON m.id = chosen.id
		WHERE m.pseudonymised_at IS NULL ORDER BY chosen.nth`,
		...params,
	);
}

/** Counts the chosen members. */
export function countChosen(chosen: Chosen): Select<{ total: number }> {
	const { from, params } = fromOf(chosen);
	return select(`SELECT count(*) AS total ${from}`, ...params);
}

/** The members that a bulk change may change: those in one of these states who are not family of the users `own`. */
export type Changeable = { statuses: readonly MemberStatus[]; own: readonly number[] };
/** A member as a bulk change sees them. */
export type BulkTarget = {
	id: number;
	version: number;
	name: string;
	member_no: string | null;
	membership_type: string;
};

/** A member whom a bulk change leaves as they are: family of the users `own`, or in another state. */
export type LeftMember = {
	id: number;
	name: string;
	member_no: string | null;
	status: MemberStatus;
	is_own: 0 | 1;
};

/** SQL: whether the member `m` is family of the users whose ids the parameter with this number lists as JSON. */
const isOwnOf = (parameter: number): string =>
	`EXISTS (SELECT 1 FROM related_users r WHERE r.member_id = m.id
		AND r.user_id IN (SELECT value FROM json_each(?${parameter})))`;

/**
 * Selects the members of these ids, merged ones left out, with what they are now: why a bulk change left them as they are.
 */
export function leftMembers(ids: readonly number[], own: readonly number[]): Select<LeftMember> {
	const { from, params } = fromOf({ ids });
	const bound = [...params, JSON.stringify(own)];
	return select(
		`SELECT m.id, m.name, m.member_no, m.status, ${isOwnOf(bound.length)} AS is_own ${from} ORDER BY j.key`,
		...bound,
	);
}

/**
 * Selects at most `most` of the chosen members that a bulk change may change, longest in their state first; then those
 * that it leaves, `most` at most; and counts the chosen ones and those it may change.
 */
export function bulkTargets(
	chosen: Chosen,
	{ statuses, own, most }: Changeable & { most: number },
): [Select<BulkTarget>, Select<LeftMember>, Select<{ fitting: number; changeable: number }>] {
	const { from, params } = fromOf(chosen);
	const bound = [...params, JSON.stringify(statuses), JSON.stringify(own)];
	const isOwn = isOwnOf(bound.length);
	const may = `(+m.status IN (SELECT value FROM json_each(?${bound.length - 1})) AND NOT ${isOwn})`;
	return [
		select(
			`SELECT m.id, m.version, m.name, m.member_no, m.type_code AS membership_type ${from} AND ${may}
			ORDER BY m.status_since, m.id ${limitTo(most)}`,
			...bound,
		),
		select(
			`SELECT m.id, m.name, m.member_no, m.status, ${isOwn} AS is_own ${from} AND NOT ${may} ORDER BY m.id ${limitTo(most)}`,
			...bound,
		),
		select(`SELECT count(*) AS fitting, coalesce(sum(${may}), 0) AS changeable ${from}`, ...bound),
	];
}
