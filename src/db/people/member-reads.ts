import { type SQL, sql } from "drizzle-orm";
import { type Select, select, selectOne } from "#db/read.ts";
import { isGuardian, relatedUsers } from "#db/system/index.ts";
import type { DisabilityStatus, MemberStatus, TypeOfRecord } from "#domain/people/members/codes.ts";
import { columnsOf, type PlainRecord } from "#domain/people/members/fields.ts";
import { ENDING_ACTIONS } from "#domain/people/members/steps.ts";
import type { UserStatus } from "#domain/system/index.ts";
import { PAID_COLUMNS } from "./member-standing.ts";
import { TYPE_COLUMNS, TYPE_OF_RECORD } from "./membership-types.ts";

/**
 * A member record as pages show it. Dates are YYYY-MM-DD; sealed (encrypted) columns are left out, only whether they
 * have a value is shown.
 */
export type MemberRow = PlainRecord &
	TypeOfRecord & {
		id: number;
		version: number;
		user_id: number | null;
		guardian_member_id: number | null;
		second_guardian_id: number | null;
		status: MemberStatus;
		status_since: string | null;
		resolution_no: string | null;
		resolution_on: string | null;
		national_id_mask: string | null;
		has_diagnosis_note: 0 | 1;
		has_health_consent: 0 | 1;
		consent_at: number | null;
		left_on: string | null;
		source: string;
		disability_status: DisabilityStatus;
		disability_until: string | null;
		merged_into: number | null;
		pseudonymised_at: number | null;
		/** Whether somebody must not be told anything about the member (不得告知). */
		has_bans: 0 | 1;
		/** Of an organisation: 統一編號, and how many representatives it may have. */
		tax_id: string | null;
		seats: number | null;
		created_at: number;
		updated_at: number;
		/**
		 * The last day that dues were paid for, and of the grace period; null for types that never lapse, and when it is
		 * unknown.
		 */
		paid_until: string | null;
		grace_until: string | null;
		is_contact: 0 | 1;
		user_name: string | null;
		user_status: UserStatus | null;
		user_email: string | null;
		user_phone: string | null;
		/** JSON: the users who are the member's family; staff among them leave the record to others. */
		related: string;
	};

/** Returns SQL: whether a member's (SQL of the id) newest consent to keep health data was given and not withdrawn. */
export const hasHealthConsent = (memberId: string): string =>
	`coalesce((SELECT c.given FROM consents c WHERE c.member_id = ${memberId} AND c.kind = 'health_data' ORDER BY c.id DESC LIMIT 1), 0)`;

/** Returns the columns of a MemberRow; those of health data and of the national id only when `open` (SQL) holds. */
const columnsIf = (
	open: string,
	readable = columnsOf("m"),
): string => `m.id, m.version, m.user_id, ${readable}, ${TYPE_OF_RECORD}, m.guardian_member_id, m.second_guardian_id, m.status, m.status_since, m.resolution_no,
	m.resolution_on, m.consent_at, m.left_on, m.source, m.tax_id, m.seats, ${hasHealthConsent("m.id")} AS has_health_consent,
	iif(${open}, m.national_id_mask, NULL) AS national_id_mask, ${open} AND m.diagnosis_note IS NOT NULL AS has_diagnosis_note,
	iif(${open}, m.disability_status, 'not_applied') AS disability_status, iif(${open}, m.disability_until, NULL) AS disability_until, m.merged_into, m.pseudonymised_at, m.created_at, m.updated_at, ${PAID_COLUMNS},
	u.name AS user_name, u.status AS user_status, u.email AS user_email, u.phone AS user_phone,
	EXISTS (SELECT 1 FROM member_bans b WHERE b.member_id = m.id AND b.until IS NULL) AS has_bans, ${relatedUsers("m.id")} AS related`;
const COLUMNS = columnsIf("1");
const FROM = "FROM members m LEFT JOIN users u ON u.id = m.user_id";

/** Selects a record as pages show it, also a merged one (`merged_into`). */
export const memberRow = (id: number): Select<MemberRow> => selectOne(`SELECT ${COLUMNS} ${FROM} WHERE m.id = ?`, id);

/**
 * Returns the query of a record with the further columns `more` (SQL) and the readable columns `readable`; its health
 * data and the mask of its national id are left out unless `open` (SQL) holds.
 */
export const memberRowIf = (open: string, { readable, more }: { readable: string; more: string }): string =>
	`SELECT ${columnsIf(open, readable)}, ${more} ${FROM}`;

/** A record with its sealed columns: for the actions that change or open it. */
export type StoredMember = MemberRow & {
	seal_id: string | null;
	person_key: string | null;
	national_id: string | null;
	national_id_hash: string | null;
	diagnosis_note: string | null;
	user_version: number | null;
	dependents: number;
};

const STORED = `SELECT ${COLUMNS}, m.seal_id, m.person_key, m.national_id, m.national_id_hash, m.diagnosis_note, u.version AS user_version,
		(SELECT count(*) FROM members d WHERE d.guardian_member_id = m.id)
			+ (SELECT count(*) FROM members d WHERE d.second_guardian_id = m.id) AS dependents
	${FROM}`;

export const storedMember = (id: number): Select<StoredMember> => selectOne(`${STORED} WHERE m.id = ?`, id);

/** Selects the application that a user made for themselves, waiting or withdrawn. */
export const applicationRecord = (userId: number): Select<StoredMember> =>
	selectOne(`${STORED} WHERE m.user_id = ? AND ${APPLICATION}`, userId);

/** Selects several records with their sealed columns, in the order of the ids given. */
export const storedMembers = (ids: readonly number[]): Select<StoredMember> =>
	select(`${STORED} JOIN json_each(?) j ON j.value = m.id ORDER BY j.key`, JSON.stringify(ids));

/** A member as lists of a family, and lists of candidates for one, show them. */
export type FamilyRow = Pick<
	MemberRow,
	| "id"
	| "version"
	| "user_id"
	| "member_no"
	| "name"
	| "identity_type"
	| "guardian_member_id"
	| "second_guardian_id"
	| "membership_type"
	| "type_base"
	| "type_name"
	| "is_organisation"
	| "status"
	| "birth_date"
	| "phone"
	| "paid_until"
	| "grace_until"
	| "is_contact"
>;
/** The columns of a FamilyRow, over `members m`. */
export const FAMILY_COLUMNS = `m.id, m.version, m.user_id, m.member_no, m.name, m.identity_type, m.guardian_member_id, m.second_guardian_id, ${TYPE_COLUMNS},
	m.status, m.birth_date, m.phone, ${PAID_COLUMNS}`;

/**
 * Selects the guardian (監護人) and the dependents (受監護會員) of a member, eldest first: `guardian()` and
 * `dependents()` (domain/people/members/rules.ts) tell them apart.
 */
export const kinOf = (id: number): Select<FamilyRow> =>
	select(
		`SELECT ${FAMILY_COLUMNS} FROM members m WHERE m.id = (SELECT guardian_member_id FROM members WHERE id = ?1)
			OR m.id = (SELECT second_guardian_id FROM members WHERE id = ?1)
			OR (m.guardian_member_id = ?1 AND m.merged_into IS NULL) OR (m.second_guardian_id = ?1 AND m.merged_into IS NULL) ORDER BY m.birth_date, m.id`,
		id,
	);

/**
 * SQL: whether a member record `m` is an application that a user sent and that staff have not dealt with yet. Until
 * then its sender sees the same as after a request to be linked to a record, which shows nothing of the roster
 * (docs/concepts.md#membership).
 */
export const WAITING = "(m.status = 'applied' AND m.source = 'self' AND m.member_no IS NULL)";

/**
 * SQL: whether a member `m` is an application that a user sent (as in WAITING), or one that was withdrawn: its sender
 * is not a member, and may apply again.
 */
export const APPLICATION = "(m.status IN ('applied', 'withdrawn') AND m.source = 'self' AND m.member_no IS NULL)";

/**
 * Returns the SQL condition that a user may see and change a member's own pages: the record is the user's own, or the
 * user is the guardian who acts for the member. It fails for merged records and dead members.
 */
export const mayActFor = (userId: number, memberId: number | SQL<number>): SQL<number> =>
	sql<number>`EXISTS (SELECT 1 FROM members m
		WHERE m.id = ${memberId} AND m.merged_into IS NULL AND m.status <> 'deceased'
			AND (m.user_id = ${userId} AND NOT ${sql.raw(APPLICATION)} OR ${sql.raw(isGuardian(String(Math.trunc(userId)), "s.acts"))}))`;

/** Returns the condition of `mayActFor` for SQL texts of a user's id and a member's id. */
export const actsFor = (user: string, member: string): string =>
	`EXISTS (SELECT 1 FROM members m WHERE m.id = ${member} AND m.merged_into IS NULL AND m.status <> 'deceased'
		AND (m.user_id = ${user} AND NOT ${APPLICATION} OR ${isGuardian(user, "s.acts")}))`;

/** Selects the condition of `mayActFor` as one column, `may`. */
export const mayActForRow = (userId: number, memberId: number): Select<{ may: 0 | 1 }> =>
	select(`SELECT ${actsFor("?1", "?2")} AS may`, userId, memberId);

/**
 * The audit row about how a record's membership ended: who did it, and the record's state before. When the ending came
 * with a merged record, it is that record's row.
 */
export type EndingRow = { user_id: number | null; on_behalf_of: number | null; changes: string };
export const endingRow = (id: number): Select<EndingRow> =>
	select(
		`SELECT user_id, on_behalf_of, changes FROM audit_log
		WHERE auditable_type = 'member' AND auditable_id IN (SELECT CAST(id AS TEXT) FROM members WHERE id = ?1 OR merged_into = ?1)
			AND action IN (SELECT value FROM json_each(?2)) AND changes ->> '$.to' = (SELECT status FROM members WHERE id = ?1)
		ORDER BY id DESC LIMIT 1`,
		id,
		JSON.stringify(ENDING_ACTIONS),
	);

/** Selects the greatest member number so far among those that are `prefix` followed by digits. */
export const lastMemberNo = (prefix: string): Select<{ member_no: string }> =>
	select(
		`SELECT member_no FROM member_numbers
		WHERE member_no >= ?1 AND member_no < ?1 || ':' AND substr(member_no, length(?1) + 1) NOT GLOB '*[^0-9]*'
			AND length(member_no) > length(?1)
		ORDER BY length(member_no) DESC, member_no DESC LIMIT 1`,
		prefix,
	);
