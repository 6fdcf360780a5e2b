import type { Db, Write } from "#db/commit.ts";
import { countTried, dropFailed } from "#db/system/failed-sign-ins.ts";
import { knowsCode, takeCode } from "#db/system/one-time.ts";
import { takeStep } from "#db/system/second-factors.ts";
import { type LoginRow, replaceHash } from "#db/system/sessions.ts";
import {
	type AttemptSubject,
	type AttemptWait,
	countAttempt,
	forgetAttempts,
	takeBackAttempt,
} from "#db/system/sign-in-attempts.ts";
import { identify } from "#domain/system/users/identifiers.ts";
import { normalPassword } from "#domain/system/users/password-rules.ts";
import type { By } from "#kernel/by.ts";
import { Refusal, type RefusalCode, Wait } from "#kernel/refusal.ts";
import { attemptSubject, knownWait, rememberWait } from "#platform/attempts.ts";
import { hashCode } from "#platform/codes.ts";
import { unseal } from "#platform/crypto.ts";
import { hashPassword, type PepperKeys, verifyPassword } from "#platform/passwords.ts";
import { totpStep } from "#platform/totp.ts";
import type { Known } from "./browsers.ts";
import {
	type AttemptLimits,
	CONTACT_CHANGES,
	coarseNetwork,
	networkOf,
	RESETS,
	RESETS_FROM_ADDRESS,
	SILENCE,
	TRIES,
} from "./rules.ts";

export type ProofKeys = PepperKeys & { SEALING_KEY: string };
/** A person at sign-in: the login typed (null: nobody's), and this browser, if that login was used in it. */
export type AtDoor = { login: LoginRow | null; known: Known | undefined; device: string; by: By };
/**
 * A counted attempt. `right` are writes that take the count back, for the batch of what a right attempt allows. With
 * `isSilent` even a right attempt is refused.
 */
export type Counted = { right: Write[]; isSilent: boolean; isKnown: boolean; id: number };

/** Returns the context that a user's second factor is sealed for. */
export const totpContext = (userId: number): string => `users.totp_secret:${userId}`;

const addressOf = (keys: PepperKeys, { ip }: By) =>
	ip === null ? undefined : attemptSubject(keys, "address", networkOf(ip));

/** Refuses, as `sign_in.wait`, an address that this isolate has told to wait, before the database is asked. */
export function refuseFlood(keys: PepperKeys, by: By): void {
	const address = addressOf(keys, by);
	const until = address && knownWait(address, by.at);
	if (until !== undefined) throw new Wait("sign_in.wait", until);
}

/** Returns the identifier as attempts are counted by it: the same for all spellings. */
export function formOf(text: string): { way: "phone" | "email"; subject: string } {
	const identifier = identify(text);
	if (!identifier) return { way: "email", subject: `text:${text.normalize("NFKC").trim().toLowerCase()}` };
	return { way: identifier.kind, subject: Object.values(identifier).join(":") };
}

/** Returns the name of a browser used before, as failed sign-ins store it; null for an unknown browser. */
export const browserOf = (keys: PepperKeys, known: Known | undefined): string | null =>
	known ? attemptSubject(keys, "account", `browser:${known.id}`).subject : null;

/**
 * Counts an attempt to sign in, before it is tried. From an unknown browser it counts for what was typed and the
 * network address, whose waits the answer tells, and silently for the user; from a known one for that browser alone.
 * Refuses `sign_in.wait`, with the time, after too many failures.
 */
export async function countAtDoor(
	db: Db,
	keys: PepperKeys,
	{ login, known, device, by, ...of }: AtDoor & { kind: "account" | "second_factor"; typed: string },
): Promise<Counted> {
	const [isSecond, form] = [of.kind === "second_factor", formOf(of.typed)];
	const stranger = isSecond ? `user:${login?.id}` : form.subject;
	const own = attemptSubject(keys, of.kind, known ? `browser:${known.id}` : stranger);
	const address = known ? undefined : addressOf(keys, by);
	const counted = await countTried(
		db.$client,
		{
			subjects: address ? [own, address] : [own],
			tried: {
				userId: login?.id ?? null,
				way: isSecond ? "second_factor" : form.way,
				browser: browserOf(keys, known),
				network: coarseNetwork(by.ip),
				device,
			},
		},
		{ ...TRIES, at: by.at, since: by.at - SILENCE.withinMs, most: SILENCE.from },
	);
	insistOnWaits(counted.waits, address);
	return {
		right: [forgetAttempts(own), ...(address ? [takeBackAttempt(address)] : []), dropFailed(counted.id)],
		isSilent: !isSecond && !known && counted.strangers >= SILENCE.from,
		isKnown: known !== undefined,
		id: counted.id,
	};
}

/** Counts an attempt of a signed-in user, which attempts at sign-in never delay. Refuses `sign_in.wait`. */
export async function countTry(
	db: Db,
	keys: PepperKeys,
	{ kind, userId, at }: { kind: "account" | "second_factor"; userId: number; at: number },
): Promise<Counted> {
	const own = attemptSubject(keys, kind, `signed_in:${userId}`);
	insistOnWaits(await countAttempt(db.$client, [own], { ...TRIES, at }), undefined);
	return { right: [forgetAttempts(own)], isSilent: false, isKnown: true, id: 0 };
}

/**
 * Counts an attempt with an activation code from paper, by the network address alone: nobody guesses one of its 2^50
 * values in time, and attempts of others do not keep its owner out. Refuses `sign_in.wait`.
 */
export async function countCode(db: Db, keys: PepperKeys, by: By): Promise<Write[]> {
	const address = addressOf(keys, by);
	if (!address) return [];
	insistOnWaits(await countAttempt(db.$client, [address], { ...TRIES, at: by.at }), address);
	return [takeBackAttempt(address)];
}

function insistOnWaits(waits: readonly AttemptWait[], address: AttemptSubject | undefined): void {
	for (const { kind, until } of waits) if (address && kind === "address") rememberWait(address, until);
	if (waits.length > 0) throw new Wait("sign_in.wait", Math.max(...waits.map(({ until }) => until)));
}

/**
 * Returns the writes that forget a signed-in user's failed attempts and second factors, since the password is new.
 * Attempts by a typed name stay: else two names whose waits end at the same moment would be recognised as one person's.
 */
export const forgetTries = (keys: PepperKeys, userId: number): Write[] =>
	[
		attemptSubject(keys, "account", `signed_in:${userId}`),
		attemptSubject(keys, "second_factor", `signed_in:${userId}`),
		attemptSubject(keys, "second_factor", `user:${userId}`),
	].map(forgetAttempts);

/** Whether one more mail to reset this account's password may be sent. */
export async function mayAskReset(db: Db, keys: PepperKeys, { who, by }: { who: string; by: By }): Promise<boolean> {
	const passes = async (subject: AttemptSubject, limits: AttemptLimits) =>
		(await countAttempt(db.$client, [subject], { ...limits, at: by.at })).length === 0;
	const network = by.ip === null ? undefined : attemptSubject(keys, "reset", networkOf(by.ip));
	return (
		(!network || (await passes(network, RESETS_FROM_ADDRESS))) && passes(attemptSubject(keys, "reset", who), RESETS)
	);
}

/** Counts a request to change a login's e-mail address or phone. Refuses `sign_in.wait` after 5 in an hour. */
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
 * Checks a counted password, with the same work when `login` is null or the sign-in is silent. Returns writes for the
 * batch of what it allows: the attempt taken back, an outdated hash replaced. Refuses with `wrong`, and `sign_in.busy`.
 */
export async function provePassword(
	keys: PepperKeys,
	{
		login,
		password,
		wrong,
		counted,
	}: { login: LoginRow | null; password: string; wrong: RefusalCode; counted: Counted },
): Promise<Write[]> {
	const typed = normalPassword(password);
	const stored = login?.password_hash ?? null;
	const { isRight, isOutdated } = await verifyPassword(keys, typed, { stored, isKnown: counted.isKnown });
	if (!login || stored === null || !isRight || counted.isSilent || login.status !== "active") throw new Refusal(wrong);
	if (!isOutdated) return counted.right;
	return [...counted.right, replaceHash(login.id, { old: stored, hash: await hashPassword(keys, typed) })];
}

/**
 * Checks a counted second factor: a code of the authenticator app, or a recovery code. Returns writes for the batch of
 * what it allows, by which that code is used up. Refuses `second_factor.wrong`.
 */
export async function proveSecondFactor(
	db: Db,
	keys: ProofKeys,
	{ login, code, counted, at }: { login: LoginRow; code: string; counted: Counted; at: number },
): Promise<{ writes: Write[]; isRecovery: boolean }> {
	if (login.totp_secret === null || login.totp_enabled_at === null) throw new Refusal("second_factor.wrong");
	const secret = await unseal(keys.SEALING_KEY, login.totp_secret, totpContext(login.id));
	const step = totpStep(secret, code, at);
	if (step !== undefined) return { writes: [...takeStep(login.id, step), ...counted.right], isRecovery: false };
	const recovery = { hash: await hashCode(keys, "recovery", code), purpose: "recovery" as const, userId: login.id };
	if (!(await knowsCode(db.$client, recovery, at))) throw new Refusal("second_factor.wrong");
	return { writes: [...takeCode(recovery, at, "second_factor.wrong"), ...counted.right], isRecovery: true };
}
