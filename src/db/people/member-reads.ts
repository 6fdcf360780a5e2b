import { type SQL, sql } from "drizzle-orm";
import { type Select, select, selectOne } from "#db/read.ts";
import { GUARDIAN_ACTS, relatedUsers } from "#db/system/family.ts";
import type { DisabilityStatus, MemberStatus } from "#domain/people/members/codes.ts";
import { columnsOf, type PlainRecord } from "#domain/people/members/fields.ts";
import { ENDING_ACTIONS } from "#domain/people/members/steps.ts";
import type { UserStatus } from "#domain/system/users/schema.ts";
import { PAID_COLUMNS } from "./member-standing.ts";

/** A record as pages show it. Dates are YYYY-MM-DD; nothing that lies sealed, only whether it is there. */
export type MemberRow = PlainRecord & {
	id: number;
	version: number;
	user_id: number | null;
	guardian_member_id: number | null;
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
	created_at: number;
	updated_at: number;
	/** The last day that dues were paid for, and of the grace after it: NULL of types that never lapse, and where nobody has said. */
	paid_until: string | null;
	grace_until: string | null;
	user_name: string | null;
	user_status: UserStatus | null;
	user_email: string | null;
	user_phone: string | null;
	/** JSON: the users who are the family; staff among them leave the record to others. */
	related: string;
};

/** Whether the newest consent to keep health data, as SQL of a member's id, was given and not withdrawn. */
export const hasHealthConsent = (memberId: string): string =>
	`coalesce((SELECT c.given FROM consents c WHERE c.member_id = ${memberId} AND c.kind = 'health_data' ORDER BY c.id DESC LIMIT 1), 0)`;

/** Its columns; what is health data, or of the national id, only where `open` (SQL) holds. */
const columnsIf = (
	open: string,
): string => `m.id, m.version, m.user_id, ${columnsOf("m")}, m.guardian_member_id, m.status, m.status_since, m.resolution_no,
	m.resolution_on, m.consent_at, m.left_on, m.source, ${hasHealthConsent("m.id")} AS has_health_consent,
	iif(${open}, m.national_id_mask, NULL) AS national_id_mask, ${open} AND m.diagnosis_note IS NOT NULL AS has_diagnosis_note,
	iif(${open}, m.disability_status, 'not_applied') AS disability_status, iif(${open}, m.disability_until, NULL) AS disability_until, m.merged_into, m.pseudonymised_at, m.created_at, m.updated_at, ${PAID_COLUMNS},
	u.name AS user_name, u.status AS user_status, u.email AS user_email, u.phone AS user_phone,
	${relatedUsers("m.id")} AS related`;
const COLUMNS = columnsIf("1");
const FROM = "FROM members m LEFT JOIN users u ON u.id = m.user_id";

/** A record as pages show it, also one that was merged (`merged_into`). */
export const memberRow = (id: number): Select<MemberRow> => selectOne(`SELECT ${COLUMNS} ${FROM} WHERE m.id = ?`, id);

/** The same, without what lies sealed where that is not open (SQL), and more columns. */
export const memberRowIf = (open: string, more: string): string => `SELECT ${columnsIf(open)}, ${more} ${FROM}`;

/** A record with what lies sealed: for the verbs that change it or open it. */
export type StoredMember = MemberRow & {
	seal_id: string | null;
	person_key: string | null;
	national_id: string | null;
	national_id_hash: string | null;
	diagnosis_note: string | null;
	user_version: number | null;
	guardian_user_id: number | null;
	dependents: number;
};

const STORED = `SELECT ${COLUMNS}, m.seal_id, m.person_key, m.national_id, m.national_id_hash, m.diagnosis_note, u.version AS user_version,
		(SELECT g.user_id FROM members g WHERE g.id = m.guardian_member_id) AS guardian_user_id,
		(SELECT count(*) FROM members d WHERE d.guardian_member_id = m.id) AS dependents
	${FROM}`;

export const storedMember = (id: number): Select<StoredMember> => selectOne(`${STORED} WHERE m.id = ?`, id);

/** The application that a user made of themselves, be it waiting or taken back. */
export const applicationRecord = (userId: number): Select<StoredMember> =>
	selectOne(`${STORED} WHERE m.user_id = ? AND ${APPLICATION}`, userId);

/** The same of several, in the order of the ids given. */
export const storedMembers = (ids: readonly number[]): Select<StoredMember> =>
	select(`${STORED} JOIN json_each(?) j ON j.value = m.id ORDER BY j.key`, JSON.stringify(ids));

/** One of a family. */
export type FamilyRow = Pick<
	MemberRow,
	| "id"
	| "version"
	| "user_id"
	| "member_no"
	| "name"
	| "identity_type"
	| "guardian_member_id"
	| "membership_type"
	| "status"
	| "birth_date"
	| "phone"
	| "paid_until"
	| "grace_until"
>;
/** Its columns, over `members m`. */
export const FAMILY_COLUMNS = `m.id, m.version, m.user_id, m.member_no, m.name, m.identity_type, m.guardian_member_id, m.membership_type,
	m.status, m.birth_date, m.phone, ${PAID_COLUMNS}`;

/** 監護人 and 受監護會員 of a member, the eldest first: `guardian()` and `dependents()` of the rules tell which is which. */
export const kinOf = (id: number): Select<FamilyRow> =>
	select(
		`SELECT ${FAMILY_COLUMNS} FROM members m WHERE m.id = (SELECT guardian_member_id FROM members WHERE id = ?1)
			OR (m.guardian_member_id = ?1 AND m.merged_into IS NULL) ORDER BY m.birth_date, m.id`,
		id,
	);

/**
 * Of a member `m`: an application that its own sender made and nobody has looked at yet. It is nobody's record until
 * then: whoever sent it sees the same as after a request to be linked, which tells nothing of the roster
 * (docs/concepts.md#membership).
 */
export const WAITING = "(m.status = 'applied' AND m.source = 'self' AND m.member_no IS NULL)";

/** The same, or one that was taken back: its sender is nobody's member, and may apply again. */
export const APPLICATION = "(m.status IN ('applied', 'withdrawn') AND m.source = 'self' AND m.member_no IS NULL)";

/**
 * Whether a user may see and change a member's own pages, as an SQL condition: their own record, or as the guardian who
 * acts for them.
 */
export const mayActFor = (userId: number, memberId: number | SQL<number>): SQL<number> =>
	sql<number>`EXISTS (SELECT 1 FROM members m LEFT JOIN members g ON g.id = m.guardian_member_id
		WHERE m.id = ${memberId} AND m.merged_into IS NULL AND m.status <> 'deceased'
			AND (m.user_id = ${userId} AND NOT ${sql.raw(APPLICATION)} OR g.user_id = ${userId} AND ${sql.raw(GUARDIAN_ACTS)}))`;

/** The same over texts of SQL: a user's id and a member's. */
export const actsFor = (user: string, member: string): string =>
	`EXISTS (SELECT 1 FROM members m LEFT JOIN members g ON g.id = m.guardian_member_id
		WHERE m.id = ${member} AND m.merged_into IS NULL AND m.status <> 'deceased'
			AND (m.user_id = ${user} AND NOT ${APPLICATION} OR g.user_id = ${user} AND ${GUARDIAN_ACTS}))`;

/** The same as a query of one column, `may`, for a read. */
export const mayActForRow = (userId: number, memberId: number): Select<{ may: 0 | 1 }> =>
	select(`SELECT ${actsFor("?1", "?2")} AS may`, userId, memberId);

/**
 * The row of the log about the ending that a record is in: who did it, and how the record stood before. Where that came
 * along with a record that was merged into it, the row is that one's.
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

/** What the greatest number given so far is, among those that begin like `prefix` and go on in digits. */
export const lastMemberNo = (prefix: string): Select<{ member_no: string }> =>
	select(
		`SELECT member_no FROM member_numbers
		WHERE member_no >= ?1 AND member_no < ?1 || ':' AND substr(member_no, length(?1) + 1) NOT GLOB '*[^0-9]*'
			AND length(member_no) > length(?1)
		ORDER BY length(member_no) DESC, member_no DESC LIMIT 1`,
		prefix,
	);
