import { auditAccount } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { failedSince, forgetFailed, tellOfFailures } from "#db/system/failed-sign-ins.ts";
import { forgetOneTime } from "#db/system/one-time.ts";
import * as stored from "#db/system/sessions.ts";
import { forgetOldAttempts } from "#db/system/sign-in-attempts.ts";
import {
	type AtDoor,
	browserOf,
	countAtDoor,
	countTry,
	type ProofKeys,
	provePassword,
	proveSecondFactor,
	refuseFlood,
} from "#domain/system/proofs/actions.ts";
import { type Known, knownAs } from "#domain/system/proofs/browsers.ts";
import { FAILED_KEPT, SILENCE } from "#domain/system/proofs/rules.ts";
import { identify } from "#domain/system/users/identifiers.ts";
import { type By, byUser } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { newSessionId } from "#platform/codes.ts";
import { insistOnPlace } from "#platform/passwords.ts";
import { deviceOf } from "./device.ts";
import { limitsFor, PENDING_MS, type Pending } from "./rules.ts";

/**
 * A session to be put into a cookie, which outlives the browser when `isRemembered`. `expiresAt` is UTC milliseconds.
 */
export type Granted = {
	kind: "session";
	sid: string;
	userId: number;
	sessionVersion: number;
	expiresAt: number;
	isRemembered: boolean;
};
/** A new session, and the number of sign-ins that failed since the last one, without those in this browser. */
export type Entered = Granted & { failed: number };
/** The state after the right password: the second factor is asked for until `expiresAt`. */
export type Halfway = { kind: "second_factor"; pending: Pending; expiresAt: number };
/** Where a sign-in comes from: the users known in this browser, and the browser's name for itself. */
type Place = { known: readonly Known[]; userAgent: string | null };
/** The session of the acting user. */
export type OwnSession = { sid: string; userId: number };

/**
 * Signs in with a phone or an e-mail address, typed in any way. Refuses `sign_in.wrong` for an unknown account, a wrong
 * password, an invited or disabled user, and for a right password from an unknown browser while sign-in is silent
 * (SILENCE: too many wrong passwords from such browsers), always after the same work; `sign_in.wait` after too many
 * failures; `sign_in.busy` when too many sign-ins wait.
 */
export async function signIn(
	db: Db,
	keys: ProofKeys,
	of: Place & { identifier: string; password: string; remember: boolean; by: By },
): Promise<Entered | Halfway> {
	const { password, remember, userAgent, by } = of;
	const isKnown = of.known.length > 0;
	if (!isKnown) refuseFlood(keys, by);
	insistOnPlace(isKnown);
	const identifier = identify(of.identifier);
	// A login is always looked up, so that an invalid identifier takes as long.
	const login = await stored.findLogin(db.$client, identifier ?? { kind: "email", email: "" });
	const door = { login, known: knownAs(of.known, login), device: deviceOf(userAgent), by };
	const counted = await countAtDoor(db, keys, { kind: "account", typed: of.identifier, ...door });
	const writes = await provePassword(keys, { login, password, wrong: "sign_in.wrong", counted });
	if (!login) throw new Refusal("sign_in.wrong");
	if (login.totp_enabled_at === null)
		return grant(db, keys, { ...door, userAgent, login, tried: counted.id, remember, writes });
	await commit(db, writes);
	const pending = { userId: login.id, sessionVersion: login.session_version, remember };
	return { kind: "second_factor", pending, expiresAt: by.at + PENDING_MS };
}

/**
 * Signs in with the second factor after the password: a code of the app or a recovery code. Refuses
 * `second_factor.wrong` (another code), `sign_in.wait` (after too many failures), and `sign_in.again` when the password
 * or the second factor has changed since.
 */
export async function completeSecondFactor(
	db: Db,
	keys: ProofKeys,
	{ pending, code, known, userAgent, by }: Place & { pending: Pending; code: string; by: By },
): Promise<Entered> {
	const login = await stored.readLogin(db.$client, pending.userId);
	if (login?.status !== "active" || login.session_version !== pending.sessionVersion || login.totp_enabled_at === null)
		throw new Refusal("sign_in.again");
	const door = { login, known: knownAs(known, login), device: deviceOf(userAgent), by };
	const counted = await countAtDoor(db, keys, { kind: "second_factor", typed: "", ...door });
	const { writes, isRecovery } = await proveSecondFactor(db, keys, { login, code, counted, at: by.at });
	const used = isRecovery
		? auditAccount(db, "user.use_recovery_code", { userId: login.id, by: byUser(login.id, by.ip, by.at) })
		: [];
	return grant(db, keys, {
		...door,
		userAgent,
		login,
		tried: counted.id,
		remember: pending.remember,
		writes: [...writes, ...used],
	});
}

/**
 * Mails the owner of the typed login, at most once a day, that so many sign-ins from unknown browsers failed that
 * sign-in is silent. It reports nothing: the caller runs it after sending the answer, which is the same for everybody.
 * The caller then queues the message `mail.due`.
 */
export async function tellOwner(db: Db, { identifier, at }: { identifier: string; at: number }): Promise<void> {
	const known = identify(identifier);
	const login = known ? await stored.findLogin(db.$client, known) : null;
	const { from, withinMs } = SILENCE;
	await commit(db, [tellOfFailures(login?.id ?? 0, { data: { failed: from, at }, at, since: at - withinMs, from })]);
}

/**
 * Proves again that the user is present, for actions that need fresh authentication: with the password, and the second
 * factor if there is one. The session continues under a new id. Refuses `password.wrong`, `second_factor.wrong`,
 * `sign_in.wait` (after too many failures), and `session.gone` (the session has ended).
 */
export async function confirmPassword(
	db: Db,
	keys: ProofKeys,
	{ session, password, code, by }: { session: OwnSession; password: string; code: string; by: By },
): Promise<Granted> {
	const login = await stored.readLogin(db.$client, session.userId);
	if (!login) throw new Refusal("session.gone");
	const signedIn = { userId: session.userId, at: by.at };
	const counted = await countTry(db, keys, { kind: "account", ...signedIn });
	const right = await provePassword(keys, { login, password, wrong: "password.wrong", counted });
	const second: Write[] = [];
	if (login.totp_enabled_at) {
		const counted = await countTry(db, keys, { kind: "second_factor", ...signedIn });
		second.push(...(await proveSecondFactor(db, keys, { login, code, counted, at: by.at })).writes);
	}
	const { granted, writes } = await renewed(db, session, { at: by.at, sessionVersion: login.session_version });
	await commit(db, [
		...right,
		...second,
		...writes,
		...auditAccount(db, "user.confirm_password", { userId: session.userId, by }),
	]);
	return granted;
}

/** Ends this session; a repetition does no harm. */
export const signOut = (db: Db, { sid, userId }: OwnSession, by: By): Promise<void> =>
	commit(db, [stored.dropSession({ id: sid, userId }, by.at), ...auditAccount(db, "user.sign_out", { userId, by })]);

/** Ends another session of the acting user. Refuses `session.gone` when it has ended already. */
export const endSession = (db: Db, { sid, userId }: OwnSession, by: By): Promise<void> =>
	commit(db, [
		...stored.endSession({ id: sid, userId }, by.at),
		...auditAccount(db, "user.end_session", { userId, by }),
	]);

/** Ends all other sessions of the acting user; other browsers are unknown again. */
export const endOtherSessions = (db: Db, { sid, userId }: OwnSession, by: By): Promise<void> =>
	commit(db, [
		...stored.endOtherSessions({ id: sid, userId }, by.at),
		...auditAccount(db, "user.end_other_sessions", { userId, by }),
	]);

/**
 * Returns the session under a new id, and the writes that make it so, for the caller's batch. Refuses `session.gone`
 * when the session has ended.
 */
export async function renewed(
	db: Db,
	{ sid, userId }: OwnSession,
	{ at, sessionVersion }: { at: number; sessionVersion: number },
): Promise<{ granted: Granted; writes: Write[] }> {
	const session = await stored.readSession(db.$client, sid);
	if (!session) throw new Refusal("session.gone");
	const newId = newSessionId();
	return {
		granted: {
			kind: "session",
			sid: newId,
			userId,
			sessionVersion,
			expiresAt: session.expires_at,
			isRemembered: isLong(session.idle_ms),
		},
		writes: stored.renewSession({ id: sid, newId, userId }, at),
	};
}

const DAY = 86_400_000;
/**
 * Deletes what no longer counts: attempts, sessions, links and codes that ended over a day ago; failed sign-ins older
 * than a month.
 */
export const forgetSignIns = (db: Db, at: number): Promise<void> =>
	commit(db, [
		forgetOldAttempts(at - DAY),
		forgetFailed(at - FAILED_KEPT.ms),
		stored.forgetSessions(at - DAY),
		...forgetOneTime(at - DAY),
	]);

type Grant = Omit<AtDoor, "device"> &
	Pick<Place, "userAgent"> & { login: stored.LoginRow; tried: number; remember: boolean; writes: Write[] };

async function grant(
	db: Db,
	keys: ProofKeys,
	{ login, known, tried, remember, userAgent, writes, by }: Grant,
): Promise<Entered> {
	const isStaff = login.is_staff === 1;
	const { idleMs, absoluteMs } = limitsFor({ isStaff, remember });
	const sid = newSessionId();
	const expiresAt = by.at + absoluteMs;
	const session = { id: sid, userId: login.id, sessionVersion: login.session_version, idleMs, expiresAt };
	const [[failures]] = await readRows(db.$client, failedSince(login.id, { browser: browserOf(keys, known), tried }));
	await commit(db, [
		...writes,
		...stored.insertSession({ ...session, ip: by.ip, userAgent: userAgent?.slice(0, 300) ?? null }, by.at),
		...auditAccount(db, "user.sign_in", { userId: login.id, by: byUser(login.id, by.ip, by.at) }),
	]);
	const { userId, sessionVersion } = session;
	const granted = { kind: "session" as const, sid, userId, sessionVersion, expiresAt, isRemembered: isLong(idleMs) };
	return { ...granted, failed: failures?.n ?? 0 };
}

/** Whether a session may be idle for over a day, which is longer than a browser is usually open. */
const isLong = (idleMs: number): boolean => idleMs > DAY;
