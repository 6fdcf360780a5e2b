import type { Db, Write } from "#db/commit.ts";
import { knowsCode, takeCode } from "#db/one-time.ts";
import { takeStep } from "#db/second-factors.ts";
import { type LoginRow, replaceHash } from "#db/sessions.ts";
import { type AttemptSubject, countAttempt, forgetAttempts, takeBackAttempt } from "#db/sign-in-attempts.ts";
import type { By } from "#domain/by.ts";
import {
	type AttemptLimits,
	CONTACT_CHANGES,
	networkOf,
	RESETS,
	RESETS_FROM_ADDRESS,
	TRIES,
} from "#domain/proofs/rules.ts";
import { Refusal, type RefusalCode, Wait } from "#domain/refusal.ts";
import { normalPassword } from "#domain/users/password-rules.ts";
import { attemptSubject, knownWait, rememberWait } from "#platform/attempts.ts";
import { hashCode } from "#platform/codes.ts";
import { unseal } from "#platform/crypto.ts";
import { hashPassword, type PepperKeys, verifyPassword } from "#platform/passwords.ts";
import { totpStep } from "#platform/totp.ts";

export type ProofKeys = PepperKeys & { SEALING_KEY: string };
/** Whose attempts: 'user:12', or what was typed where it belongs to nobody. */
type Who = { who: string; by: By };

/** What a user's second factor is sealed for. */
export const totpContext = (userId: number): string => `users.totp_secret:${userId}`;

const addressOf = (keys: PepperKeys, { ip }: By) =>
	ip === null ? undefined : attemptSubject(keys, "address", networkOf(ip));

/** Refuses `sign_in.wait` whom this isolate has told to wait a moment ago: before anything is asked of the database. */
export function refuseFlood(keys: PepperKeys, by: By): void {
	const address = addressOf(keys, by);
	const until = address && knownWait(address, by.at);
	if (until !== undefined) throw new Wait("sign_in.wait", until);
}

/**
 * Counts an attempt, before it is tried. Returns what takes it back: for the batch of what it allowed. Refuses
 * `sign_in.wait`, with the time, whoever failed too often.
 */
export async function countTry(
	db: Db,
	keys: PepperKeys,
	{ kind, who, by }: Who & { kind: "account" | "second_factor" },
): Promise<Write[]> {
	const own = attemptSubject(keys, kind, who);
	const address = addressOf(keys, by);
	const waits = await countAttempt(db.$client, address ? [own, address] : [own], { ...TRIES, at: by.at });
	for (const { kind, until } of waits) if (address && kind === "address") rememberWait(address, until);
	if (waits.length > 0) throw new Wait("sign_in.wait", Math.max(...waits.map(({ until }) => until)));
	return [forgetAttempts(own), ...(address ? [takeBackAttempt(address)] : [])];
}

/** Nothing is held against a user any more: they have a new password. */
export const forgetTries = (keys: PepperKeys, userId: number): Write[] => [
	forgetAttempts(attemptSubject(keys, "account", `user:${userId}`)),
	forgetAttempts(attemptSubject(keys, "second_factor", `user:${userId}`)),
];

/** Whether one more mail may go out to reset this account's password. */
export async function mayAskReset(db: Db, keys: PepperKeys, { who, by }: Who): Promise<boolean> {
	const passes = async (subject: AttemptSubject, limits: AttemptLimits) =>
		(await countAttempt(db.$client, [subject], { ...limits, at: by.at })).length === 0;
	const network = by.ip === null ? undefined : attemptSubject(keys, "reset", networkOf(by.ip));
	return (
		(!network || (await passes(network, RESETS_FROM_ADDRESS))) && passes(attemptSubject(keys, "reset", who), RESETS)
	);
}

/** Counts that an account asks for another address or phone. Refuses `sign_in.wait` after 5 in an hour. */
export async function insistOnPace(
	db: Db,
	keys: { PASSWORD_PEPPER: string },
	{ userId, at }: { userId: number; at: number },
): Promise<void> {
	const subject = attemptSubject(keys, "reset", `contact:${userId}`);
	const [wait] = await countAttempt(db.$client, [subject], { ...CONTACT_CHANGES, at });
	if (wait) throw new Wait("sign_in.wait", wait.until);
}

/**
 * Proves a password, with as much work for nobody's (`login` null). Returns writes for the batch of what it allows: the
 * attempt taken back, an outdated hash replaced. Refuses with `wrong`, and `sign_in.wait` or `sign_in.busy`.
 */
export async function provePassword(
	db: Db,
	keys: PepperKeys,
	{ login, password, wrong, ...attempt }: Who & { login: LoginRow | null; password: string; wrong: RefusalCode },
): Promise<Write[]> {
	const right = await countTry(db, keys, { kind: "account", ...attempt });
	const typed = normalPassword(password);
	const stored = login?.password_hash ?? null;
	const { isRight, isOutdated } = await verifyPassword(keys, typed, stored);
	if (!login || stored === null || !isRight || login.status !== "active") throw new Refusal(wrong);
	if (!isOutdated) return right;
	return [...right, replaceHash(login.id, { old: stored, hash: await hashPassword(keys, typed) })];
}

/**
 * Proves a second factor: a code of the authenticator app, or one of the recovery codes. Returns writes for the batch of
 * what it allows: that step or code is taken then, once. Refuses `second_factor.wrong` and `sign_in.wait`.
 */
export async function proveSecondFactor(
	db: Db,
	keys: ProofKeys,
	{ login, code, by }: { login: LoginRow; code: string; by: By },
): Promise<{ writes: Write[]; isRecovery: boolean }> {
	const right = await countTry(db, keys, { kind: "second_factor", who: `user:${login.id}`, by });
	if (login.totp_secret === null || login.totp_enabled_at === null) throw new Refusal("second_factor.wrong");
	const secret = await unseal(keys.SEALING_KEY, login.totp_secret, totpContext(login.id));
	const step = totpStep(secret, code, by.at);
	if (step !== undefined) return { writes: [...takeStep(login.id, step), ...right], isRecovery: false };
	const recovery = { hash: await hashCode(keys, "recovery", code), purpose: "recovery" as const, userId: login.id };
	if (!(await knowsCode(db.$client, recovery, by.at))) throw new Refusal("second_factor.wrong");
	return { writes: [...takeCode(recovery, by.at, "second_factor.wrong"), ...right], isRecovery: true };
}
