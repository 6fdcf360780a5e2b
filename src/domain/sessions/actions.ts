import { auditAccount } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { forgetOneTime } from "#db/one-time.ts";
import * as stored from "#db/sessions.ts";
import { forgetOldAttempts } from "#db/sign-in-attempts.ts";
import { type By, byUser } from "#domain/by.ts";
import { type ProofKeys, provePassword, proveSecondFactor, refuseFlood } from "#domain/proofs/actions.ts";
import { Refusal } from "#domain/refusal.ts";
import { limitsFor, PENDING_MS, type Pending } from "#domain/sessions/rules.ts";
import { identify } from "#domain/users/identifiers.ts";
import { newSessionId } from "#platform/codes.ts";
import { insistOnPlace } from "#platform/passwords.ts";

/** A session to be put into a cookie: one that outlives the browser where `isRemembered`. UTC milliseconds. */
export type Granted = { kind: "session"; sid: string; userId: number; expiresAt: number; isRemembered: boolean };
/** The password was right; the second factor is asked for until `expiresAt`. */
export type Halfway = { kind: "second_factor"; pending: Pending; expiresAt: number };
/** Somebody's session, by whom it is changed. */
export type OwnSession = { sid: string; userId: number };

/**
 * Signs in with a phone or an e-mail address, typed any way. Refuses `sign_in.wrong` for an unknown account, a wrong
 * password, and somebody invited or disabled, all after the same work; `sign_in.wait`, `sign_in.busy`.
 */
export async function signIn(
	db: Db,
	keys: ProofKeys,
	of: { identifier: string; password: string; remember: boolean; userAgent: string | null; by: By },
): Promise<Granted | Halfway> {
	const { password, remember, userAgent, by } = of;
	refuseFlood(keys, by);
	insistOnPlace();
	const identifier = identify(of.identifier);
	// Somebody always is looked for, so that nonsense takes as long.
	const login = await stored.findLogin(db.$client, identifier ?? { kind: "email", email: "" });
	const who = whoTyped(login, of.identifier);
	const writes = await provePassword(db, keys, { login, password, who, wrong: "sign_in.wrong", by });
	if (!login) throw new Refusal("sign_in.wrong");
	if (login.totp_enabled_at === null) return grant(db, { login, remember, userAgent, writes, by });
	await commit(db, writes);
	const pending = { userId: login.id, sessionVersion: login.session_version, remember };
	return { kind: "second_factor", pending, expiresAt: by.at + PENDING_MS };
}

/**
 * Signs in with the second factor after the password: a code of the app or a recovery code. Refuses
 * `second_factor.wrong`, `sign_in.wait`, and `sign_in.again` when the password has changed since.
 */
export async function completeSecondFactor(
	db: Db,
	keys: ProofKeys,
	{ pending, code, userAgent, by }: { pending: Pending; code: string; userAgent: string | null; by: By },
): Promise<Granted> {
	const login = await stored.readLogin(db.$client, pending.userId);
	if (login?.status !== "active" || login.session_version !== pending.sessionVersion || login.totp_enabled_at === null)
		throw new Refusal("sign_in.again");
	const { writes, isRecovery } = await proveSecondFactor(db, keys, { login, code, by });
	const used = isRecovery
		? auditAccount(db, "user.use_recovery_code", { userId: login.id, by: byUser(login.id, by.ip, by.at) })
		: [];
	return grant(db, { login, remember: pending.remember, userAgent, writes: [...writes, ...used], by });
}

/**
 * Proves again who is there, for what needs it fresh: with the password, and the second factor where there is one. The
 * session goes on under a new id. Refuses `password.wrong`, `second_factor.wrong`, `sign_in.wait`, `session.gone`.
 */
export async function confirmPassword(
	db: Db,
	keys: ProofKeys,
	{ session, password, code, by }: { session: OwnSession; password: string; code: string; by: By },
): Promise<Granted> {
	const login = await stored.readLogin(db.$client, session.userId);
	const who = `user:${session.userId}`;
	const right = await provePassword(db, keys, { login, password, who, wrong: "password.wrong", by });
	const second = login?.totp_enabled_at ? (await proveSecondFactor(db, keys, { login, code, by })).writes : [];
	const { granted, writes } = await renewed(db, session, by.at);
	await commit(db, [
		...right,
		...second,
		...writes,
		...auditAccount(db, "user.confirm_password", { userId: session.userId, by }),
	]);
	return granted;
}

/** Ends this session; pressed twice it has ended. */
export const signOut = (db: Db, { sid, userId }: OwnSession, by: By): Promise<void> =>
	commit(db, [stored.dropSession({ id: sid, userId }, by.at), ...auditAccount(db, "user.sign_out", { userId, by })]);

/** Ends another session of one's own. Refuses `session.gone`. */
export const endSession = (db: Db, { sid, userId }: OwnSession, by: By): Promise<void> =>
	commit(db, [
		...stored.endSession({ id: sid, userId }, by.at),
		...auditAccount(db, "user.end_session", { userId, by }),
	]);

/** Ends every session of one's own but this one. */
export const endOtherSessions = (db: Db, { sid, userId }: OwnSession, by: By): Promise<void> =>
	commit(db, [
		stored.endOtherSessions({ id: sid, userId }, by.at),
		...auditAccount(db, "user.end_other_sessions", { userId, by }),
	]);

/** A session under a new id, and the writes that make it so: for the batch of what needs it. Refuses `session.gone`. */
export async function renewed(
	db: Db,
	{ sid, userId }: OwnSession,
	at: number,
): Promise<{ granted: Granted; writes: Write[] }> {
	const session = await stored.readSession(db.$client, sid);
	if (!session) throw new Refusal("session.gone");
	const newId = newSessionId();
	return {
		granted: {
			kind: "session",
			sid: newId,
			userId,
			expiresAt: session.expires_at,
			isRemembered: isLong(session.idle_ms),
		},
		writes: stored.renewSession({ id: sid, newId, userId }, at),
	};
}

const DAY = 86_400_000;
/** Forgets what no longer counts: attempts, sessions, links and codes that ended over a day ago. */
export const forgetSignIns = (db: Db, at: number): Promise<void> =>
	commit(db, [forgetOldAttempts(at - DAY), stored.forgetSessions(at - DAY), ...forgetOneTime(at - DAY)]);

type Grant = { login: stored.LoginRow; remember: boolean; userAgent: string | null; writes: Write[]; by: By };

async function grant(db: Db, { login, remember, userAgent, writes, by }: Grant): Promise<Granted> {
	const isStaff = login.is_staff === 1;
	const { idleMs, absoluteMs } = limitsFor({ isStaff, remember });
	const sid = newSessionId();
	const expiresAt = by.at + absoluteMs;
	const session = { id: sid, userId: login.id, sessionVersion: login.session_version, idleMs, expiresAt };
	await commit(db, [
		...writes,
		...stored.insertSession({ ...session, ip: by.ip, userAgent: userAgent?.slice(0, 300) ?? null }, by.at),
		...auditAccount(db, "user.sign_in", { userId: login.id, by: byUser(login.id, by.ip, by.at) }),
	]);
	return { kind: "session", sid, userId: login.id, expiresAt, isRemembered: isLong(idleMs) };
}

/** Longer than a browser is usually open. */
const isLong = (idleMs: number): boolean => idleMs > DAY;

/** Whose attempts are counted: an account's, however its number is typed; that of nobody by what was typed. */
export function whoTyped(login: stored.LoginRow | null, text: string): string {
	if (login) return `user:${login.id}`;
	const identifier = identify(text);
	return identifier ? Object.values(identifier).join(":") : `text:${text.trim()}`;
}
