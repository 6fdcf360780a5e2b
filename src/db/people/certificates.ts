import { and, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { files } from "#db/schema/files.ts";
import { type FileRow, guardianNames } from "#db/system/index.ts";
import type { ApplicationState } from "#domain/people/certificates/rules.ts";
import type { DisabilityStatus, IdentityType } from "#domain/people/members/codes.ts";
import { actsFor } from "./member-reads.ts";
import { isOpenTo, type Opening, openingOf, readsSealed } from "./sealed-reading.ts";

/**
 * The state of a member's disability certificate (身心障礙證明): the shown status, the valid approval (`until` null
 * without end), and the newest application that was not withdrawn. Times are UTC milliseconds; all columns of the
 * application are null when there is none.
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
	/** The application's file; null for an application that a roster import made. */
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

/**
 * Selects the state of a member's certificate; no row when the member does not exist or was merged into another record.
 */
export const certificateOf = (memberId: number): Select<CertificateState> =>
	selectOne(`${CERTIFICATE} AND m.id = ?`, memberId);

/**
 * The query of a certificate state that shows only an undecided application which the user ?1 uploaded for a member.
 */
const HANDED_IN = `SELECT m.id AS member_id, m.name, iif(c.id IS NULL, 'not_applied', 'pending') AS status, 0 AS is_approved,
		NULL AS until, c.id, c.version, c.created_at AS applied_at, c.reviewed_at AS decided_at, c.reason, c.is_revoked, c.file_id,
		f.content_type, f.deleted_at AS file_deleted_at
	FROM members m LEFT JOIN disability_certificates c ON c.id = (SELECT n.id FROM disability_certificates n
		WHERE n.member_id = m.id AND n.status = 'pending' AND n.uploaded_by = ?1 AND n.on_paper = 0 ORDER BY n.id DESC LIMIT 1)
	LEFT JOIN files f ON f.id = c.file_id WHERE m.merged_into IS NULL`;

/**
 * Selects the state of a member's certificate for the member or the guardian who acts for them. When the member's
 * sealed (encrypted health and identity) data is not open to the user, it shows only an undecided application that the
 * user uploaded.
 */
export const certificateFor = (userId: number, memberId: number): Select<CertificateState & Opening> => {
	const [open, columns] = [readsSealed("?1", "?2"), openingOf("?1", "?2")];
	return selectOne(
		`SELECT x.*, ${columns} FROM (${CERTIFICATE} AND m.id = ?2 AND ${open}
			UNION ALL ${HANDED_IN} AND m.id = ?2 AND ${actsFor("?1", "?2")} AND NOT ${isOpenTo("?1", "?2")}) x`,
		userId,
		memberId,
	);
};

/** An application in the list of a member's certificate applications. */
export type ApplicationRow = {
	id: number;
	status: ApplicationState;
	until: string | null;
	is_revoked: 0 | 1;
	on_paper: 0 | 1;
	applied_at: number;
	decided_at: number | null;
	reason: string | null;
	/** The names of who decided it, and for whom as a deputy. */
	reviewer: string | null;
	on_behalf_of: string | null;
};

/**
 * Selects a member's applications that a user who acts for the member may see, newest first: all when the sealed data
 * is open to the user, else those the user uploaded.
 */
export const applicationsFor = (userId: number, memberId: number): Select<ApplicationRow> =>
	select(`${APPLICATION} WHERE c.member_id = ?2 AND ${MAY_SEE("?1", "c")} ORDER BY c.id DESC`, userId, memberId);

/**
 * Returns SQL: whether a user who is not staff may see an application (given by its alias): the member's sealed data is
 * open to them, or they uploaded it.
 */
const MAY_SEE = (user: string, c: string): string =>
	`(${actsFor(user, `${c}.member_id`)} AND (${isOpenTo(user, `${c}.member_id`)} OR (${c}.uploaded_by = ${user} AND ${c}.on_paper = 0)))`;

/** Selects every application of the member to whom this application belongs, newest first. */
export const applicationsBeside = (id: number): Select<ApplicationRow> =>
	select(
		`${APPLICATION} WHERE c.member_id = (SELECT member_id FROM disability_certificates WHERE id = ?) ORDER BY c.id DESC`,
		id,
	);

const APPLICATION = `SELECT c.id, c.status, c.valid_until AS until, c.is_revoked, c.on_paper, c.created_at AS applied_at,
		c.reviewed_at AS decided_at, c.reason, u.name AS reviewer, p.name AS on_behalf_of
	FROM disability_certificates c LEFT JOIN users u ON u.id = c.reviewed_by LEFT JOIN users p ON p.id = c.on_behalf_of`;

/** The query of the users who may not review the application `c`: the member's family, and the user who uploaded it. */
const RELATED = "SELECT user_id FROM related_users WHERE member_id = c.member_id UNION SELECT c.uploaded_by";
/** SQL: JSON of the users who may not review the application `c`, as the column `related`. */
export const RELATED_LIST = `(SELECT json_group_array(user_id) FROM (${RELATED}) WHERE user_id IS NOT NULL) AS related`;

const SUPERSEDED = `EXISTS (SELECT 1 FROM disability_certificates n WHERE n.member_id = c.member_id AND n.id > c.id
	AND (n.status = 'approved' OR n.is_revoked = 1)) AS is_superseded`;

/** Returns SQL: whether one of the users in a JSON list (`users`, a parameter) may not review the application `c`. */
export const isRelated = (users: string): string =>
	`EXISTS (SELECT 1 FROM (${RELATED}) WHERE user_id IN (SELECT value FROM json_each(${users})))`;

/**
 * An application as the actions on it see it. `related` is a JSON list of the users who may not review it; the file's
 * columns are null when there is no file (any more).
 */
export type StandingCertificate = {
	id: number;
	version: number;
	member_id: number;
	status: ApplicationState;
	/** Whether a later approval replaced it. */
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

/** An application with what the association knows of its member, as the review page shows it. */
export type ReviewRow = StandingCertificate & {
	name: string;
	member_no: string | null;
	identity_type: IdentityType;
	birth_date: string | null;
	national_id_mask: string | null;
	guardian: string | null;
	/** The member's own status and approval: see CertificateState. */
	member_status: DisabilityStatus;
	is_approved: 0 | 1;
	member_until: string | null;
	until: string | null;
	/** The last day on the certificate, where 展延註記 extends it to `until`. */
	printed_until: string | null;
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
			m.name, m.member_no, m.identity_type, m.birth_date, m.national_id_mask, ${guardianNames()} AS guardian,
			d.status AS member_status, d.approval_id IS NOT NULL AS is_approved, a.valid_until AS member_until,
			c.valid_until AS until, c.printed_until, c.is_revoked, c.on_paper, c.uploaded_by, w.name AS uploader,
			c.uploaded_by IS m.user_id AS is_own_upload, c.created_at AS applied_at, c.reviewed_at AS decided_at,
			u.name AS reviewer, p.name AS on_behalf_of, c.reason
		FROM disability_certificates c JOIN members m ON m.id = c.member_id JOIN member_disability d ON d.member_id = m.id
		LEFT JOIN disability_certificates a ON a.id = d.approval_id
		LEFT JOIN files f ON f.id = c.file_id AND f.deleted_at IS NULL LEFT JOIN users w ON w.id = c.uploaded_by
		LEFT JOIN users u ON u.id = c.reviewed_by LEFT JOIN users p ON p.id = c.on_behalf_of
		WHERE c.id = ?`,
		id,
	);

/** Selects at most ten names of users who may review an application. */
export const reviewersOf = (id: number): Select<{ name: string }> =>
	select(
		`SELECT u.name FROM disability_certificates c JOIN users u ON u.status = 'active'
			AND u.id IN (SELECT x.user_id FROM role_permissions p JOIN user_roles x ON x.role_id = p.role_id
				WHERE p.permission = 'certificates.review')
			AND u.id NOT IN (SELECT user_id FROM (${RELATED}) WHERE user_id IS NOT NULL)
		WHERE c.id = ? ORDER BY u.name, u.id LIMIT 10`,
		id,
	);

/** The user who asks for a file: a reviewer, or a user who has to be allowed to act for the member. */
export type FileAsker = { userId: number; isReviewer: boolean };

/**
 * Returns the file of an application and its member's id to a user who may see it; undefined otherwise, or when the
 * file was deleted.
 */
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

/** A row of the audit log about an application. `certificateEvents` selects the newest 20 of them without the views. */
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

/**
 * Returns the id of an application's member when the user acts for the member and may see the application; undefined
 * otherwise.
 */
export async function memberActedFor(db: Db, id: number, userId: number): Promise<number | undefined> {
	const row = await db.get<{ member_id: number } | undefined>(
		sql`SELECT k.member_id FROM disability_certificates k WHERE k.id = ${id} AND ${seenBy(userId, id)}`,
	);
	return row?.member_id;
}
