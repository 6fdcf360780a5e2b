import { sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { Identifier } from "#domain/system/users/identifiers.ts";
import type { UserStatus } from "#domain/system/users/schema.ts";
import { isStaff } from "./staff.ts";

/** A user with the columns that sign-in and the security pages need. */
export type LoginRow = {
	id: number;
	name: string;
	email: string | null;
	phone: string | null;
	status: UserStatus;
	password_hash: string | null;
	session_version: number;
	totp_secret: string | null; // sealed; also that of a second factor that waits for its first code
	totp_enabled_at: number | null;
	totp_last_step: number;
	is_staff: 0 | 1; // has permissions beyond their own pages, or is a deputy today (in Taipei) or later
	association: string;
};

const LOGIN = `SELECT u.id, u.name, u.email, u.phone, u.status, u.password_hash, u.session_version, u.totp_secret,
	u.totp_enabled_at, u.totp_last_step,
	${isStaff("u.id")}
		OR EXISTS (SELECT 1 FROM deputies d WHERE d.deputy_id = u.id AND d.ended_at IS NULL
			AND d.ends_on >= date('now', '+8 hours')) AS is_staff,
	coalesce((SELECT value FROM settings WHERE key = 'association.name'), '') AS association
	FROM users u`;

/** Returns the user who signs in with this phone or e-mail, in any state; null when there is none. */
export const findLogin = (d1: D1Database, identifier: Identifier): Promise<LoginRow | null> =>
	identifier.kind === "email"
		? d1.prepare(`${LOGIN} WHERE u.email = ?`).bind(identifier.email).first<LoginRow>()
		: d1.prepare(`${LOGIN} WHERE u.phone = ?`).bind(identifier.phone).first<LoginRow>();

/** Returns the user with this id, in any state; null when there is none. */
export const readLogin = (d1: D1Database, userId: number): Promise<LoginRow | null> =>
	d1.prepare(`${LOGIN} WHERE u.id = ?`).bind(userId).first<LoginRow>();

/** Selects the user for whom a one-time link was made. */
export const loginOfLink = (id: string): Select<LoginRow> =>
	select(`${LOGIN} WHERE u.id = (SELECT user_id FROM one_time_links WHERE id = ?1)`, id);

/** A session as its owner sees it. Times are UTC milliseconds. */
export type SessionRow = {
	id: string;
	created_at: number;
	last_seen_at: number;
	ip_address: string | null;
	user_agent: string | null;
};

/** Selects a user's sessions that still work, the last used first. */
export const liveSessions = (userId: number, at: number): Select<SessionRow> =>
	select(
		`SELECT s.id, s.created_at, s.last_seen_at, s.ip_address, s.user_agent FROM sessions s JOIN users u ON u.id = s.user_id
		WHERE s.user_id = ?1 AND s.ended_at IS NULL AND s.session_version = u.session_version
			AND s.expires_at > ?2 AND s.last_seen_at + s.idle_ms > ?2
		ORDER BY s.last_seen_at DESC, s.id`,
		userId,
		at,
	);

/** Returns the limits of a session that has not ended; null for any other. */
export const readSession = (d1: D1Database, id: string): Promise<{ idle_ms: number; expires_at: number } | null> =>
	d1.prepare("SELECT idle_ms, expires_at FROM sessions WHERE id = ? AND ended_at IS NULL").bind(id).first();

/** How a user's account is secured, as its page shows it. Times are UTC milliseconds. */
export type SecurityRow = {
	email: string | null;
	phone: string | null;
	password_changed_at: number | null;
	totp_enabled_at: number | null;
	totp_waits: 0 | 1; // a second factor is set up, but its first code was not entered yet
	recovery_codes: number;
	failed: number; // failed sign-ins that are still stored
	failed_since: number; // failed sign-ins since the last successful one
	is_staff: 0 | 1;
};

export const securityOf = (userId: number): Select<SecurityRow> =>
	select(
		`SELECT u.email, u.phone, u.password_changed_at, u.totp_enabled_at,
			u.totp_secret IS NOT NULL AND u.totp_enabled_at IS NULL AS totp_waits,
			(SELECT count(*) FROM one_time_codes c WHERE c.user_id = u.id AND c.purpose = 'recovery' AND c.used_at IS NULL)
				AS recovery_codes, l.is_staff,
			(SELECT count(*) FROM failed_sign_ins f WHERE f.user_id = u.id) AS failed,
			(SELECT count(*) FROM failed_sign_ins f WHERE f.user_id = u.id AND f.at > coalesce(u.last_sign_in_at, 0)) AS failed_since
		FROM users u JOIN (${LOGIN}) l ON l.id = u.id WHERE u.id = ?1`,
		userId,
	);

/** A session that begins. `ip` and `userAgent` are shown to its owner only. */
export type NewSession = {
	id: string;
	userId: number;
	sessionVersion: number;
	idleMs: number;
	expiresAt: number;
	ip: string | null;
	userAgent: string | null;
};

/**
 * Begins a session and stores the time of sign-in. Refuses with `sign_in.wrong` when the user may not sign in any more.
 */
export const insertSession = (of: NewSession, at: number): Write[] => [
	sql`INSERT INTO sessions (id, user_id, session_version, created_at, last_seen_at, idle_ms, expires_at, authenticated_at,
			ip_address, user_agent)
		SELECT ${of.id}, id, session_version, ${at}, ${at}, ${of.idleMs}, ${of.expiresAt}, ${at}, ${of.ip}, ${of.userAgent}
		FROM users WHERE id = ${of.userId} AND session_version = ${of.sessionVersion} AND status = 'active'`,
	guard("sign_in.wrong"),
	sql`UPDATE users SET last_sign_in_at = ${at} WHERE id = ${of.userId}`,
];

/**
 * Continues a session under a new id, as freshly authenticated (ASVS 7.2.4): its limits stay, the old id ends. Refuses
 * with `session.gone` when it ended meanwhile.
 */
export const renewSession = (of: { id: string; newId: string; userId: number }, at: number): Write[] => [
	...endSession(of, at),
	sql`INSERT INTO sessions (id, user_id, session_version, created_at, last_seen_at, idle_ms, expires_at, authenticated_at,
			ip_address, user_agent)
		SELECT ${of.newId}, s.user_id, u.session_version, s.created_at, ${at}, s.idle_ms, s.expires_at, ${at}, s.ip_address,
			s.user_agent
		FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ${of.id}`,
];

/** Ends one of a user's sessions, if it has not ended yet. */
export const dropSession = ({ id, userId }: { id: string; userId: number }, at: number): Write =>
	sql`UPDATE sessions SET ended_at = ${at} WHERE id = ${id} AND user_id = ${userId} AND ended_at IS NULL`;

/** Ends one of a user's sessions. Refuses with `session.gone` when it has ended or belongs to another user. */
export const endSession = (of: { id: string; userId: number }, at: number): Write[] => [
	dropSession(of, at),
	guard("session.gone"),
];

/**
 * Ends every session of a user but one, which continues under the next session version. What is tied to the earlier
 * version ends too: waiting second-factor checks, and browsers known from earlier sign-ins.
 */
export const endOtherSessions = ({ id, userId }: { id: string; userId: number }, at: number): Write[] => [
	sql`UPDATE sessions SET ended_at = ${at} WHERE user_id = ${userId} AND id <> ${id} AND ended_at IS NULL`,
	sql`UPDATE sessions SET session_version = session_version + 1 WHERE id = ${id} AND user_id = ${userId}
		AND session_version = (SELECT session_version FROM users WHERE id = ${userId})`,
	sql`UPDATE users SET session_version = session_version + 1 WHERE id = ${userId}`,
];

/** Stores the same password hashed by a newer method; nothing when the password was changed meanwhile. */
export const replaceHash = (userId: number, { old, hash }: { old: string; hash: string }): Write =>
	sql`UPDATE users SET password_hash = ${hash} WHERE id = ${userId} AND password_hash = ${old}`;

/**
 * Stores a new password: every session ends, and links and codes to set a password stop working. An invited user
 * becomes active. Refuses with `code` when the user changed since they were read.
 */
export const storePassword = (
	{ id, status, session_version }: Pick<LoginRow, "id" | "status" | "session_version">,
	{ hash, at, code }: { hash: string; at: number; code: Parameters<typeof guard>[0] },
): Write[] => [
	sql`UPDATE users SET password_hash = ${hash}, password_changed_at = ${at}, status = 'active', updated_at = ${at},
			session_version = session_version + 1
		WHERE id = ${id} AND status = ${status} AND session_version = ${session_version}`,
	guard(code),
	sql`UPDATE one_time_links SET used_at = ${at} WHERE user_id = ${id} AND purpose <> 'email_change' AND used_at IS NULL`,
	sql`UPDATE one_time_codes SET used_at = ${at} WHERE user_id = ${id} AND purpose = 'activation' AND used_at IS NULL`,
];

/**
 * Changes the e-mail or phone with which a user signs in; links sent to the old one stop working. Refuses with
 * `session.gone` a user who is not active, and with `user.email_taken` or `user.phone_taken` when another user has it.
 */
export const storeIdentifier = (userId: number, identifier: Identifier, at: number): Write[] => [
	sql`UPDATE users SET ${identifier.kind === "email" ? sql`email = ${identifier.email}` : sql`phone = ${identifier.phone}`},
			version = version + 1, updated_at = ${at}
		WHERE id = ${userId} AND status = 'active'`,
	guard("session.gone"),
	sql`UPDATE one_time_links SET used_at = ${at} WHERE user_id = ${userId} AND used_at IS NULL`,
];

/**
 * Stores that a session was used at `at`, unless a later use is stored. Called at most once a minute, after the answer
 * was sent.
 */
export async function touchSession(d1: D1Database, sid: string, at: number): Promise<void> {
	await d1.prepare("UPDATE sessions SET last_seen_at = ?2 WHERE id = ?1 AND last_seen_at < ?2").bind(sid, at).run();
}

/** Deletes sessions that expired before a time (UTC milliseconds). */
export const forgetSessions = (before: number): Write => sql`DELETE FROM sessions WHERE expires_at < ${before}`;
