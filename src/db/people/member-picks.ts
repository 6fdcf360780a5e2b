import { type SQL, sql } from "drizzle-orm";
import { limitTo, type Select, select } from "#db/read.ts";
import { guardianNames, relatedUsers } from "#db/system/index.ts";
import type { IdentityType } from "#domain/people/members/codes.ts";
import { identify, type UserStatus } from "#domain/system/index.ts";
import { CHILDREN_OF } from "./application-children.ts";
import { membersFrom } from "./member-lists.ts";
import { FAMILY_COLUMNS, type FamilyRow } from "./member-reads.ts";
import { IS_ORGANISATION, TYPE_NAME } from "./membership-types.ts";

/** The maximum number of rows that a page offers to choose from. */
export const OFFERED = 20;

/**
 * Selects at most OFFERED members who may become a member's guardian and fit the search words (a typed text split by
 * searchWords): not the member, nobody who has a guardian or died; no row without words.
 */
export function guardianCandidates(memberId: number, words: readonly string[]): Select<FamilyRow> {
	if (words.length === 0) return select(`SELECT ${FAMILY_COLUMNS} FROM members m WHERE false`);
	const { from, params } = membersFrom({ words, today: "" });
	return select(
		`SELECT ${FAMILY_COLUMNS} ${from} AND m.id <> ?${params.length + 1} AND m.guardian_member_id IS NULL
			AND m.status <> 'deceased'
		ORDER BY m.name, m.id ${limitTo(OFFERED)}`,
		...params,
		memberId,
	);
}

/** A user who may be connected with a member record, because they belong to no member yet. */
export type LoginRow = {
	id: number;
	name: string;
	email: string | null;
	phone: string | null;
	status: UserStatus;
};

/**
 * Selects at most OFFERED users without a member record who are not disabled: those that `q` finds or, without `q`,
 * those with the record's own e-mail or phone.
 */
export function loginCandidates(memberId: number, q: string): Select<LoginRow> {
	const known = identify(q);
	const text = known === undefined ? q.toLowerCase() : known.kind === "email" ? known.email : known.phone;
	return select(
		`SELECT u.id, u.name, u.email, u.phone, u.status FROM users u JOIN members own ON own.id = ?1
		WHERE u.status <> 'disabled' AND NOT EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id)
			AND CASE WHEN ?2 = '' THEN u.email = own.email OR u.phone = own.phone
				ELSE instr(lower(u.name), ?2) > 0 OR substr(u.email, 1, length(?2)) = ?2 OR substr(u.phone, 1, length(?2)) = ?2 END
		ORDER BY u.name, u.id ${limitTo(OFFERED)}`,
		memberId,
		text,
	);
}

/** An applicant who waits for the board's decision. */
export type ApplicationRow = {
	id: number;
	version: number;
	user_id: number | null;
	member_no: string | null;
	name: string;
	identity_type: IdentityType;
	type_name: string;
	birth_date: string | null;
	status_since: string | null;
	source: string;
	guardian_name: string | null;
	/** JSON: the children who wait with the application: name, and whether the roster may have them (`is_alike`). */
	children: string;
	/** JSON: the users who are the applicant's family. */
	related: string;
	total: number;
};

/**
 * The maximum number of waiting applications that are listed, so that the board can decide on them with one resolution.
 */
export const APPLICATIONS_SHOWN = 100;

/** Selects the applications that wait, oldest first, each with the number of all. */
export const applications = (): Select<ApplicationRow> =>
	select(
		`SELECT m.id, m.version, m.user_id, m.member_no, m.name, m.identity_type, ${TYPE_NAME} AS type_name, m.birth_date,
			m.status_since, m.source, ${guardianNames()} AS guardian_name, ${CHILDREN_OF} AS children, ${relatedUsers("m.id")} AS related, count(*) OVER () AS total
		FROM members m
		WHERE m.status = 'applied' AND m.merged_into IS NULL ORDER BY m.status_since, m.id ${limitTo(APPLICATIONS_SHOWN)}`,
	);

/**
 * One of the applications that have waited longest, without the user's own: the day on which it came, and the number of
 * all of them.
 */
export type OldestApplication = Pick<ApplicationRow, "id" | "name" | "identity_type" | "type_name"> & {
	is_organisation: 0 | 1;
	since: string | null;
	waiting: number;
};
export const oldestApplications = (userId: number, most: number): Select<OldestApplication> =>
	select(
		`SELECT m.id, m.name, m.identity_type, ${TYPE_NAME} AS type_name, ${IS_ORGANISATION} AS is_organisation,
			m.status_since AS since, count(*) OVER () AS waiting
		FROM members m WHERE m.status = 'applied' AND m.merged_into IS NULL AND m.user_id IS NOT ?1
		ORDER BY m.status_since, m.id ${limitTo(most)}`,
		userId,
	);

/**
 * A change of a record, or of one that was merged into it: `changes` as in the audit log. Times are UTC milliseconds.
 */
export type MemberHistoryRow = {
	id: number;
	member_id: number;
	at: number;
	action: string;
	actor: string;
	by: string | null;
	on_behalf_of: string | null;
	changes: string;
	/** The number of the other record that a change is about, if it has one. */
	other_no: string | null;
};

/** The maximum number of changes that the history shows. */
export const HISTORY_SHOWN = 100;

/**
 * SQL: the changes of a record ?1 and of the records that were merged into it; a merge is listed once. Without the
 * index's name SQLite goes through the changes of all members in the order of their time.
 */
export const HISTORY_OF = `FROM audit_log a INDEXED BY audit_log_of_record LEFT JOIN users u ON u.id = a.user_id LEFT JOIN users d ON d.id = a.on_behalf_of
	WHERE a.auditable_type = 'member' AND a.action <> 'member.view_history'
		AND a.auditable_id IN (SELECT CAST(id AS TEXT) FROM members WHERE id = ?1 OR merged_into = ?1)
		AND (a.changes ->> '$.merged_into' IS NULL OR CAST(a.auditable_id AS INTEGER) = ?1)`;

/** Selects the newest changes of a record, as HISTORY_OF has them. */
export const memberHistory = (id: number): Select<MemberHistoryRow> =>
	select(
		`SELECT a.id, CAST(a.auditable_id AS INTEGER) AS member_id, a.at, a.action, a.actor, u.name AS by, d.name AS on_behalf_of, a.changes,
			(SELECT o.member_no FROM members o WHERE o.id = a.changes ->> '$.other') AS other_no
		${HISTORY_OF}
		ORDER BY a.at DESC, a.id DESC ${limitTo(HISTORY_SHOWN)}`,
		id,
	);

/**
 * Selects the other member numbers that lead to a record: its former numbers, and those of the records merged into it.
 */
export const formerNumbers = (id: number): Select<{ member_no: string }> =>
	select(
		`SELECT n.member_no FROM members m JOIN member_numbers n ON n.member_id = m.id
		WHERE (m.id = ?1 OR m.merged_into = ?1) AND n.member_no IS NOT (SELECT member_no FROM members WHERE id = ?1)
		ORDER BY n.at, n.member_no`,
		id,
	);

/** A record that was merged into another, with the keys that open its part of the history. */
export type MergedRow = {
	id: number;
	name: string;
	member_no: string | null;
	seal_id: string | null;
	person_key: string | null;
};
export const mergedInto = (id: number): Select<MergedRow> =>
	select("SELECT id, name, member_no, seal_id, person_key FROM members WHERE merged_into = ?1 ORDER BY id", id);

/** Returns SQL for the id of the member with a number, of the record that it was merged into; NULL when there is none. */
export const memberNumbered = (no: string | null): SQL =>
	sql`(SELECT coalesce(m.merged_into, m.id) FROM member_numbers n JOIN members m ON m.id = n.member_id WHERE n.member_no = ${no})`;
