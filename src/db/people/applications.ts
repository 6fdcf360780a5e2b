import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, selectOne } from "#db/read.ts";
import { APPLICATION, WAITING } from "./member-reads.ts";

/** What a user without a membership brings to the form, and how the last thing that they sent ended. */
export type ApplicantRow = {
	email: string | null;
	phone: string | null;
	/** Of the newest request to be linked: when it was closed, why it was refused, and whether they took it back. */
	closed_at: number | null;
	reason: string | null;
	is_own_end: 0 | 1 | null;
	/** Of a record of their own that was taken back: the day, and when it was last written. */
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

/** A request of a user that waits for staff, with the certificate that came with it. `profile` is sealed. */
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
 * What came with a record that its own sender made: what they agreed to and when they sent it, and the newest certificate
 * that they sent since. What became of that is not told before the application is decided: a request to be linked has none.
 */
export type RecordFactsRow = {
	personal_version: string;
	sent_at: number;
	health_version: string | null;
	certificate_id: number | null;
	certificate_version: number | null;
	certificate_status: string | null;
	certificate_at: number | null;
	/** Its file, while it is kept. */
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

/** Refuses `link_request.open` for whoever waits already, and `member.login_taken` for whoever has a record. */
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

/** Refuses, as `certificate.not_yours`, a record that is not an application of this user's that waits. */
export const refuseOthersApplication = (userId: number, memberId: number): Write =>
	refuseWhere(
		"certificate.not_yours",
		sql`NOT EXISTS (SELECT 1 FROM members m WHERE m.id = ${memberId} AND m.user_id = ${userId} AND ${sql.raw(WAITING)})`,
	);

/** Writes a request anew, as it was seen. Refuses `member.stale`, as a record does: nothing tells which of both it was. */
export const updateRequest = (
	{ id, version }: { id: number; version: number },
	{ profile, candidates }: { profile: string; candidates: readonly number[] },
): [Write, Write] => [
	sql`UPDATE link_requests SET profile = ${profile}, candidates = ${JSON.stringify(candidates)}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND status = 'open'`,
	guard("member.stale"),
];

/** The certificate that comes with a request, in place of the one before. Refuses `link_request.stale` where it is decided. */
export const attachCertificate = (
	id: number,
	{ fileId, before }: { fileId: SQL<number>; before: number | null },
): Write[] => [
	sql`UPDATE link_requests SET certificate_file_id = ${fileId}
		WHERE id = ${id} AND status = 'open' AND certificate_file_id IS ${before}`,
	guard("link_request.stale"),
];

/** Forgets the health of whoever took their application back: what it was kept for is over (個資法 11). */
export const forgetHealth = (id: number): Write =>
	sql`UPDATE members SET diagnosis_note = NULL, consent_at = NULL WHERE id = ${id}`;

/** Of a user's own record that was taken back: the record stays, without their login, which another takes. */
export const freeLogin = (userId: number, at: number): Write =>
	sql`UPDATE members SET user_id = NULL, version = version + 1, updated_at = ${at}
		WHERE id IN (SELECT m.id FROM members m WHERE m.user_id = ${userId} AND m.status = 'withdrawn' AND ${sql.raw(APPLICATION)})`;

/** A certificate that waits gives way to the one that comes with a request. */
export const replaceWaiting = (memberId: number | SQL<number>, at: number): Write =>
	sql`UPDATE disability_certificates SET status = 'replaced', version = version + 1, updated_at = ${at}
		WHERE member_id = ${memberId} AND status = 'pending'`;

/** The certificates that a user sent with a record of theirs which was taken back go to the one that is theirs. */
export const moveCertificates = (from: number, to: number | SQL<number>): Write =>
	sql`UPDATE disability_certificates SET member_id = ${to}, version = version + 1
		WHERE member_id = ${from} AND status <> 'withdrawn'`;
