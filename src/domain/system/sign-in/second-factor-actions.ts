import { auditAccount } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { notify } from "#db/system/notifications.ts";
import { enableSecret, removeSecret, replaceRecoveryCodes, storeSecret } from "#db/system/second-factors.ts";
import { endOtherSessions, type LoginRow, readLogin } from "#db/system/sessions.ts";
import { type ProofKeys, totpContext } from "#domain/system/proofs/actions.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { hashCode, newCode } from "#platform/codes.ts";
import { seal, unseal } from "#platform/crypto.ts";
import { newTotpSecret, totpStep, totpUri } from "#platform/totp.ts";

const RECOVERY_CODES = 10;
type Own = { session: { sid: string; userId: number }; by: By };

/** What the authenticator app needs: the address for the QR code, and the secret to type by hand. */
export type Setup = { secret: string; uri: string };

/**
 * Makes a secret that waits for its first code, replacing an earlier waiting one. Refuses `second_factor.already_on`
 * when the second factor is on.
 */
export async function startTotp(db: Db, keys: ProofKeys, { userId, by }: { userId: number; by: By }): Promise<void> {
	const sealed = await seal(keys.SEALING_KEY, newTotpSecret(), totpContext(userId));
	await commit(db, [...storeSecret(userId, sealed), ...auditAccount(db, "user.start_second_factor", { userId, by })]);
}

/** Returns the secret that waits for its first code; undefined when none waits. */
export async function waitingSetup(db: Db, keys: ProofKeys, userId: number): Promise<Setup | undefined> {
	const login = await readLogin(db.$client, userId);
	if (!login || login.totp_secret === null || login.totp_enabled_at !== null) return undefined;
	const secret = await unseal(keys.SEALING_KEY, login.totp_secret, totpContext(userId));
	const account = login.email ?? login.phone ?? login.name;
	return { secret, uri: totpUri(secret, { account, issuer: login.association || "病友協會" }) };
}

/**
 * Turns the second factor on with the app's first code; other sessions end. Returns the recovery codes, which cannot be
 * read again. Refuses `second_factor.wrong` for a wrong code, or when no secret waits.
 */
export async function enableTotp(
	db: Db,
	keys: ProofKeys,
	{ session, code, by }: Own & { code: string },
): Promise<string[]> {
	const login = await readLogin(db.$client, session.userId);
	if (!login || login.totp_secret === null) throw new Refusal("second_factor.wrong");
	const secret = await unseal(keys.SEALING_KEY, login.totp_secret, totpContext(login.id));
	const step = totpStep(secret, code, by.at);
	if (step === undefined) throw new Refusal("second_factor.wrong");
	const { codes, hashes } = await newCodes(keys);
	await commit(db, [
		...enableSecret(login.id, { sealed: login.totp_secret, step }, by.at),
		...replaceRecoveryCodes(login.id, hashes, by.at),
		...endOtherSessions({ id: session.sid, userId: login.id }, by.at),
		told(login, "enabled", by),
		...auditAccount(db, "user.enable_second_factor", { userId: login.id, by }),
	]);
	return codes;
}

/**
 * Turns the second factor off; other sessions end. Refuses `second_factor.off` (it is off already), `session.gone` (the
 * user is gone), and `second_factor.required` when the settings require it of a user with these permissions
 * (`isRequired`).
 */
export async function disableTotp(db: Db, { session, isRequired, by }: Own & { isRequired: boolean }): Promise<void> {
	if (isRequired) throw new Refusal("second_factor.required");
	const login = await readLogin(db.$client, session.userId);
	if (!login) throw new Refusal("session.gone");
	await commit(db, [
		...removeSecret(login.id),
		...endOtherSessions({ id: session.sid, userId: login.id }, by.at),
		told(login, "disabled", by),
		...auditAccount(db, "user.disable_second_factor", { userId: login.id, by }),
	]);
}

/**
 * Makes recovery codes that replace the earlier ones; returns them, this once. Refuses `second_factor.off` when the
 * second factor is off, and `session.gone` when the user is gone.
 */
export async function newRecoveryCodes(
	db: Db,
	keys: ProofKeys,
	{ userId, by }: { userId: number; by: By },
): Promise<string[]> {
	const login = await readLogin(db.$client, userId);
	if (!login) throw new Refusal("session.gone");
	const { codes, hashes } = await newCodes(keys);
	await commit(db, [
		...replaceRecoveryCodes(userId, hashes, by.at),
		told(login, "recovery_codes", by),
		...auditAccount(db, "user.renew_recovery_codes", { userId, by }),
	]);
	return codes;
}

async function newCodes(keys: ProofKeys): Promise<{ codes: string[]; hashes: string[] }> {
	const codes = Array.from({ length: RECOVERY_CODES }, newCode);
	return { codes, hashes: await Promise.all(codes.map((code) => hashCode(keys, "recovery", code))) };
}

type Change = "enabled" | "disabled" | "recovery_codes";
const told = ({ id }: LoginRow, change: Change, { at }: By): Write =>
	notify("second_factor_changed", { user: id, data: { change, changedAt: at }, at });
