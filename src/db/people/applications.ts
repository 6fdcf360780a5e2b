import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, selectOne } from "#db/read.ts";
import { APPLICATION, WAITING } from "./member-reads.ts";

/**
 * What is known of a user without a membership who opens the application form, and how their last application ended.
 */
export type ApplicantRow = {
	email: string | null;
	phone: string | null;
	/**
	 * The user's newest request to be linked to a member record: when it was closed, why it was refused, and whether
	 * the user withdrew it.
	 */
	closed_at: number | null;
	reason: string | null;
	is_own_end: 0 | 1 | null;
	/** The user's own record that was withdrawn: the day, and when it was last changed (UTC milliseconds). */
	withdrawn_on: string | null;
	withdrawn_at: number | null;
};

export const applicant = (userId: number): Select<ApplicantRow> =>
	selectOne(
		`SELECT u.email, u.phone, r.closed_at, iif(r.status = 'refused', r.reason, NULL) AS reason,
			r.status = 'refused' AND r.closed_by IS r.user_id AS is_own_end,
			m.status_since AS withdrawn_on, m.updated_at AS withdrawn_at
		FROM users u LEFT JOIN link_requests r ON r.id = (SELECT max(id) FROM link_requests WHERE user_id = u.id)
		LEFT JOIN members m ON m.user_id = u.id AND m.status = 'withdrawn' AND ${APPLICATION}
		WHERE u.id = ?`,
		userId,
	);

/**
 * A user's request to be linked to a member record that waits for staff, with the certificate sent with it. `profile`
 * is sealed (encrypted).
 */
export type OpenRequestRow = {
	id: number;
	version: number;
	seal_id: string;
	profile: string;
	created_at: number;
	file_id: number | null;
	file_version: number | null;
	object_key: string | null;
	file_at: number | null;
};

export const openRequest = (userId: number): Select<OpenRequestRow> =>
	selectOne(
		`SELECT r.id, r.version, r.seal_id, r.profile, r.created_at, f.id AS file_id, f.version AS file_version, f.object_key,
			f.created_at AS file_at
		FROM link_requests r LEFT JOIN files f ON f.id = r.certificate_file_id AND f.deleted_at IS NULL
		WHERE r.user_id = ? AND r.status = 'open'`,
		userId,
	);

/**
 * What a user sent with an application of their own: the consents and when it was sent, and the newest certificate sent
 * since. The result of the certificate's review is not shown before the application is decided: a request to be linked
 * has no such result, and the user must not learn whether a record or a request was made of the application.
 */
export type RecordFactsRow = {
	personal_version: string;
	sent_at: number;
	health_version: string | null;
	certificate_id: number | null;
	certificate_version: number | null;
	certificate_status: string | null;
	certificate_at: number | null;
	/** The certificate's file, unless it was deleted. */
	file_id: number | null;
	file_version: number | null;
	object_key: string | null;
};

export const recordFacts = (userId: number): Select<RecordFactsRow> =>
	selectOne(
		`SELECT coalesce(p.text_version, '') AS personal_version, coalesce(p.at, m.created_at) AS sent_at,
			iif(h.given = 1, h.text_version, NULL) AS health_version, c.id AS certificate_id, c.version AS certificate_version,
			c.status AS certificate_status, c.created_at AS certificate_at, f.id AS file_id, f.version AS file_version, f.object_key
		FROM members m
		LEFT JOIN consents p ON p.id = (SELECT max(id) FROM consents WHERE member_id = m.id AND kind = 'personal_data'
			AND channel = 'web' AND by_user_id = m.user_id AND given = 1)
		LEFT JOIN consents h ON h.id = (SELECT max(id) FROM consents WHERE member_id = m.id AND kind = 'health_data')
		LEFT JOIN disability_certificates c ON c.id = (SELECT max(id) FROM disability_certificates WHERE member_id = m.id
			AND uploaded_by = m.user_id AND file_id IS NOT NULL AND status IN ('pending', 'approved', 'rejected')
			AND created_at >= coalesce(p.at, m.created_at))
		LEFT JOIN files f ON f.id = c.file_id AND f.deleted_at IS NULL
		WHERE m.user_id = ? AND ${APPLICATION}`,
		userId,
	);

/**
 * Refuses with `link_request.open` a user whose application, or request to be linked with a record, already waits, and
 * with `member.login_taken` a user whose member record is more than an application. A withdrawn application bars nobody.
 */
export const refuseApplicant = (userId: number): Write[] => [
	refuseWhere(
		"link_request.open",
		sql`EXISTS (SELECT 1 FROM link_requests WHERE user_id = ${userId} AND status = 'open')
			OR EXISTS (SELECT 1 FROM members m WHERE m.user_id = ${userId} AND ${sql.raw(WAITING)})`,
	),
	refuseWhere(
		"member.login_taken",
		sql`EXISTS (SELECT 1 FROM members m WHERE m.user_id = ${userId} AND NOT ${sql.raw(APPLICATION)})`,
	),
];

/** Refuses with `certificate.not_yours` a record that is not a waiting application of this user. */
export const refuseOthersApplication = (userId: number, memberId: number): Write =>
	refuseWhere(
		"certificate.not_yours",
		sql`NOT EXISTS (SELECT 1 FROM members m WHERE m.id = ${memberId} AND m.user_id = ${userId} AND ${sql.raw(WAITING)})`,
	);

/**
 * Replaces the contents of a request. When it was decided or changed after the user saw `version`, it refuses with
 * `member.stale`, the code of member records, so that the refusal does not show whether a record or a request was made
 * of the application.
 */
export const updateRequest = (
	{ id, version }: { id: number; version: number },
	{ profile, candidates }: { profile: string; candidates: readonly number[] },
): [Write, Write] => [
	sql`UPDATE link_requests SET profile = ${profile}, candidates = ${JSON.stringify(candidates)}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND status = 'open'`,
	guard("member.stale"),
];

/**
 * Puts the file `fileId` in the place of the certificate file `before` (null for none) of the request `id`. Refuses
 * with `link_request.stale` when the request was closed or got another file meanwhile.
 */
export const attachCertificate = (
	id: number,
	{ fileId, before }: { fileId: SQL<number>; before: number | null },
): Write[] => [
	sql`UPDATE link_requests SET certificate_file_id = ${fileId}
		WHERE id = ${id} AND status = 'open' AND certificate_file_id IS ${before}`,
	guard("link_request.stale"),
];

/**
 * Deletes the diagnosis note and the time of consent from the member record `id`, whose application was withdrawn:
 * their purpose has ended (個資法 11).
 */
export const forgetHealth = (id: number): Write =>
	sql`UPDATE members SET diagnosis_note = NULL, consent_at = NULL WHERE id = ${id}`;

/** Detaches a user from their own withdrawn record, so that a new record can have this user; the old record stays. */
export const freeLogin = (userId: number, at: number): Write =>
	sql`UPDATE members SET user_id = NULL, version = version + 1, updated_at = ${at}
		WHERE id IN (SELECT m.id FROM members m WHERE m.user_id = ${userId} AND m.status = 'withdrawn' AND ${sql.raw(APPLICATION)})`;

/** Marks a member's pending disability certificate as replaced, because the member sends a new one. */
export const replaceWaiting = (memberId: number | SQL<number>, at: number): Write =>
	sql`UPDATE disability_certificates SET status = 'replaced', version = version + 1, updated_at = ${at}
		WHERE member_id = ${memberId} AND status = 'pending'`;

/**
 * Moves all certificates but the withdrawn ones from the user's withdrawn member record `from` to the user's present
 * record `to`.
 */
export const moveCertificates = (from: number, to: number | SQL<number>): Write =>
	sql`UPDATE disability_certificates SET member_id = ${to}, version = version + 1
		WHERE member_id = ${from} AND status <> 'withdrawn'`;
