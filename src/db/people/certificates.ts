import { and, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { files } from "#db/schema/files.ts";
import type { FileRow } from "#db/system/files.ts";
import type { ApplicationState } from "#domain/people/certificates/rules.ts";
import type { DisabilityStatus, IdentityType } from "#domain/people/members/codes.ts";
import { actsFor } from "./member-reads.ts";
import { isOpenTo, type Opening, openingOf, readsSealed } from "./sealed-reading.ts";

/**
 * Where a member stands with 身心障礙證明: the shown status, the approval that counts (`until` NULL without end), and the
 * newest application that was not taken back. Times are UTC milliseconds; all of the application is NULL where there is
 * none.
 */
export type CertificateState = {
	member_id: number;
	name: string;
	status: DisabilityStatus;
	is_approved: 0 | 1;
	until: string | null;
	id: number | null;
	version: number | null;
	applied_at: number | null;
	decided_at: number | null;
	reason: string | null;
	is_revoked: 0 | 1 | null;
	/** None: a flag of a roster. */
	file_id: number | null;
	content_type: string | null;
	file_deleted_at: number | null;
};

const CERTIFICATE = `SELECT m.id AS member_id, m.name, d.status, d.approval_id IS NOT NULL AS is_approved, a.valid_until AS until,
			c.id, c.version, c.created_at AS applied_at, c.reviewed_at AS decided_at, c.reason, c.is_revoked, c.file_id,
			f.content_type, f.deleted_at AS file_deleted_at
		FROM members m JOIN member_disability d ON d.member_id = m.id
		LEFT JOIN disability_certificates a ON a.id = d.approval_id
		LEFT JOIN disability_certificates c ON c.id = (SELECT n.id FROM disability_certificates n
			WHERE n.member_id = m.id AND n.status IN ('pending', 'approved', 'rejected') ORDER BY n.id DESC LIMIT 1)
		LEFT JOIN files f ON f.id = c.file_id
	WHERE m.merged_into IS NULL`;

/** A member's certificate, for the card and the staff's page; no row where there is no such member. */
export const certificateOf = (memberId: number): Select<CertificateState> =>
	selectOne(`${CERTIFICATE} AND m.id = ?`, memberId);

/** What somebody handed in for a member and is not decided, as if it were all that there is. */
const HANDED_IN = `SELECT m.id AS member_id, m.name, iif(c.id IS NULL, 'not_applied', 'pending') AS status, 0 AS is_approved,
		NULL AS until, c.id, c.version, c.created_at AS applied_at, c.reviewed_at AS decided_at, c.reason, c.is_revoked, c.file_id,
		f.content_type, f.deleted_at AS file_deleted_at
	FROM members m LEFT JOIN disability_certificates c ON c.id = (SELECT n.id FROM disability_certificates n
		WHERE n.member_id = m.id AND n.status = 'pending' AND n.uploaded_by = ?1 AND n.on_paper = 0 ORDER BY n.id DESC LIMIT 1)
	LEFT JOIN files f ON f.id = c.file_id WHERE m.merged_into IS NULL`;

/** The same for the member or who acts for them: where it is not open to them, what they handed in themselves. */
export const certificateFor = (userId: number, memberId: number): Select<CertificateState & Opening> => {
	const [open, columns] = [readsSealed("?1", "?2"), openingOf("?1", "?2")];
	return selectOne(
		`SELECT x.*, ${columns} FROM (${CERTIFICATE} AND m.id = ?2 AND ${open}
			UNION ALL ${HANDED_IN} AND m.id = ?2 AND ${actsFor("?1", "?2")} AND NOT ${isOpenTo("?1", "?2")}) x`,
		userId,
		memberId,
	);
};

/** An application in the list of a member's. */
export type ApplicationRow = {
	id: number;
	status: ApplicationState;
	until: string | null;
	is_revoked: 0 | 1;
	on_paper: 0 | 1;
	applied_at: number;
	decided_at: number | null;
	reason: string | null;
	/** Who decided it, and in whose place. */
	reviewer: string | null;
	on_behalf_of: string | null;
};

/** The applications of a member that a user who acts for them may see, the newest first: all that are open to them, and what they handed in. */
export const applicationsFor = (userId: number, memberId: number): Select<ApplicationRow> =>
	select(`${APPLICATION} WHERE c.member_id = ?2 AND ${MAY_SEE("?1", "c")} ORDER BY c.id DESC`, userId, memberId);

/** Whether a user of the outside may see an application (its alias): it is open to them, or they handed it in. */
const MAY_SEE = (user: string, c: string): string =>
	`(${actsFor(user, `${c}.member_id`)} AND (${isOpenTo(user, `${c}.member_id`)} OR (${c}.uploaded_by = ${user} AND ${c}.on_paper = 0)))`;

/** Every application of the member whose application this is, the newest first. */
export const applicationsBeside = (id: number): Select<ApplicationRow> =>
	select(
		`${APPLICATION} WHERE c.member_id = (SELECT member_id FROM disability_certificates WHERE id = ?) ORDER BY c.id DESC`,
		id,
	);

const APPLICATION = `SELECT c.id, c.status, c.valid_until AS until, c.is_revoked, c.on_paper, c.created_at AS applied_at,
		c.reviewed_at AS decided_at, c.reason, u.name AS reviewer, p.name AS on_behalf_of
	FROM disability_certificates c LEFT JOIN users u ON u.id = c.reviewed_by LEFT JOIN users p ON p.id = c.on_behalf_of`;

/** The users who may not review the application `c`, as SQL: the member's family, and who uploaded it. */
const RELATED = "SELECT user_id FROM related_users WHERE member_id = c.member_id UNION SELECT c.uploaded_by";
const RELATED_LIST = `(SELECT json_group_array(user_id) FROM (${RELATED}) WHERE user_id IS NOT NULL) AS related`;

const SUPERSEDED = `EXISTS (SELECT 1 FROM disability_certificates n WHERE n.member_id = c.member_id AND n.id > c.id
	AND (n.status = 'approved' OR n.is_revoked = 1)) AS is_superseded`;

/** Whether one of the users in a JSON list (`users`, a parameter's text) may not review the application `c`. */
export const isRelated = (users: string): string =>
	`EXISTS (SELECT 1 FROM (${RELATED}) WHERE user_id IN (SELECT value FROM json_each(${users})))`;

/** An application as the verbs on it see it. `related` is a JSON list of users; the file is NULL where none is kept. */
export type StandingCertificate = {
	id: number;
	version: number;
	member_id: number;
	status: ApplicationState;
	/** Whether a later approval took its place. */
	is_superseded: 0 | 1;
	related: string;
	file_id: number | null;
	file_version: number | null;
	object_key: string | null;
};

export const standingCertificate = (id: number): Select<StandingCertificate> =>
	selectOne(
		`SELECT c.id, c.version, c.member_id, c.status, ${RELATED_LIST},
			${SUPERSEDED},
			f.id AS file_id, f.version AS file_version, f.object_key
		FROM disability_certificates c LEFT JOIN files f ON f.id = c.file_id AND f.deleted_at IS NULL WHERE c.id = ?`,
		id,
	);

/** An application beside what the association knows of its member, as the page of the review shows it. */
export type ReviewRow = StandingCertificate & {
	name: string;
	member_no: string | null;
	identity_type: IdentityType;
	birth_date: string | null;
	national_id_mask: string | null;
	guardian: string | null;
	/** The member's two values: see CertificateState. */
	member_status: DisabilityStatus;
	is_approved: 0 | 1;
	member_until: string | null;
	until: string | null;
	is_revoked: 0 | 1;
	on_paper: 0 | 1;
	uploaded_by: number | null;
	uploader: string | null;
	is_own_upload: 0 | 1;
	content_type: string | null;
	size: number | null;
	had_file: 0 | 1;
	applied_at: number;
	decided_at: number | null;
	reviewer: string | null;
	on_behalf_of: string | null;
	reason: string | null;
};

export const reviewSelect = (id: number): Select<ReviewRow> =>
	selectOne(
		`SELECT c.id, c.version, c.member_id, c.status, ${RELATED_LIST},
			${SUPERSEDED},
			f.id AS file_id, f.version AS file_version, f.object_key, f.content_type, f.size, c.file_id IS NOT NULL AS had_file,
			m.name, m.member_no, m.identity_type, m.birth_date, m.national_id_mask, g.name AS guardian,
			d.status AS member_status, d.approval_id IS NOT NULL AS is_approved, a.valid_until AS member_until,
			c.valid_until AS until, c.is_revoked, c.on_paper, c.uploaded_by, w.name AS uploader,
			c.uploaded_by IS m.user_id AS is_own_upload, c.created_at AS applied_at, c.reviewed_at AS decided_at,
			u.name AS reviewer, p.name AS on_behalf_of, c.reason
		FROM disability_certificates c JOIN members m ON m.id = c.member_id JOIN member_disability d ON d.member_id = m.id
		LEFT JOIN members g ON g.id = m.guardian_member_id LEFT JOIN disability_certificates a ON a.id = d.approval_id
		LEFT JOIN files f ON f.id = c.file_id AND f.deleted_at IS NULL LEFT JOIN users w ON w.id = c.uploaded_by
		LEFT JOIN users u ON u.id = c.reviewed_by LEFT JOIN users p ON p.id = c.on_behalf_of
		WHERE c.id = ?`,
		id,
	);

/** Who may review an application, by name: at most ten. */
export const reviewersOf = (id: number): Select<{ name: string }> =>
	select(
		`SELECT u.name FROM disability_certificates c JOIN users u ON u.status = 'active'
			AND u.id IN (SELECT x.user_id FROM role_permissions p JOIN user_roles x ON x.role_id = p.role_id
				WHERE p.permission = 'certificates.review')
			AND u.id NOT IN (SELECT user_id FROM (${RELATED}) WHERE user_id IS NOT NULL)
		WHERE c.id = ? ORDER BY u.name, u.id LIMIT 10`,
		id,
	);

/** Who asks for a file: staff who review, or a user who has to be allowed to act for the member. */
export type FileAsker = { userId: number; isReviewer: boolean };

/** The file of an application, while it is kept, for whoever may see it; and whose it is. */
export const certificateFile = (
	db: Db,
	id: number,
	{ userId, isReviewer }: FileAsker,
): Promise<(FileRow & { memberId: number }) | undefined> => {
	const member = sql<number>`(SELECT member_id FROM disability_certificates WHERE id = ${id})`;
	return db
		.select({ ...getTableColumns(files), memberId: member })
		.from(files)
		.where(
			and(
				sql`id = (SELECT file_id FROM disability_certificates WHERE id = ${id})`,
				isNull(files.deletedAt),
				isReviewer ? undefined : seenBy(userId, id),
			),
		)
		.get();
};

const seenBy = (userId: number, id: number): SQL =>
	sql`EXISTS (SELECT 1 FROM disability_certificates c WHERE c.id = ${id} AND ${sql.raw(MAY_SEE(String(Math.trunc(userId)), "c"))})`;

/** What was done with an application, the newest first; that it was looked at stands in the audit log alone. */
export type CertificateEvent = {
	at: number;
	action: string;
	by: string | null;
	actor: string;
	on_behalf_of: string | null;
};

export const certificateEvents = (id: number): Select<CertificateEvent> =>
	select(
		`SELECT l.at, l.action, u.name AS by, l.actor, p.name AS on_behalf_of
		FROM audit_log l LEFT JOIN users u ON u.id = l.user_id LEFT JOIN users p ON p.id = l.on_behalf_of
		WHERE l.auditable_type = 'certificate' AND l.auditable_id = ? AND l.action <> 'certificate.view'
		ORDER BY l.id DESC LIMIT 20`,
		String(id),
	);

/** The member whose application it is, where a user who acts for them may see it. */
export async function memberActedFor(db: Db, id: number, userId: number): Promise<number | undefined> {
	const row = await db.get<{ member_id: number } | undefined>(
		sql`SELECT k.member_id FROM disability_certificates k WHERE k.id = ${id} AND ${seenBy(userId, id)}`,
	);
	return row?.member_id;
}
