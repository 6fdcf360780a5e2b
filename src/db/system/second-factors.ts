import { sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";

/** A secret that waits for its first code, sealed. Refuses `second_factor.already_on`. */
export const storeSecret = (userId: number, sealed: string): Write[] => [
	sql`UPDATE users SET totp_secret = ${sealed}, totp_last_step = 0 WHERE id = ${userId} AND totp_enabled_at IS NULL`,
	guard("second_factor.already_on"),
];

/** The second factor is asked for from now on; `step` gave its first code. Refuses `second_factor.wrong` when it changed. */
export const enableSecret = (userId: number, of: { sealed: string; step: number }, at: number): Write[] => [
	sql`UPDATE users SET totp_enabled_at = ${at}, totp_last_step = ${of.step}
		WHERE id = ${userId} AND totp_secret = ${of.sealed} AND totp_enabled_at IS NULL`,
	guard("second_factor.wrong"),
];

/** The second factor and its recovery codes are gone. Refuses `second_factor.off`. */
export const removeSecret = (userId: number): Write[] => [
	sql`UPDATE users SET totp_secret = NULL, totp_enabled_at = NULL, totp_last_step = 0
		WHERE id = ${userId} AND totp_enabled_at IS NOT NULL`,
	guard("second_factor.off"),
	sql`DELETE FROM one_time_codes WHERE user_id = ${userId} AND purpose = 'recovery'`,
];

/** Takes a step of the clock, once: refuses `second_factor.wrong` for one taken before, or an earlier one (RFC 6238 §5.2). */
export const takeStep = (userId: number, step: number): Write[] => [
	sql`UPDATE users SET totp_last_step = ${step}
		WHERE id = ${userId} AND totp_enabled_at IS NOT NULL AND totp_last_step < ${step}`,
	guard("second_factor.wrong"),
];

/** New recovery codes (their hashes) in place of all earlier ones. Refuses `second_factor.off`. */
export const replaceRecoveryCodes = (userId: number, hashes: readonly string[], at: number): Write[] => [
	refuseWhere(
		"second_factor.off",
		sql`NOT EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND totp_enabled_at IS NOT NULL)`,
	),
	sql`DELETE FROM one_time_codes WHERE user_id = ${userId} AND purpose = 'recovery'`,
	sql`INSERT INTO one_time_codes (code_hash, purpose, user_id, created_at)
		SELECT value, 'recovery', ${userId}, ${at} FROM json_each(${JSON.stringify(hashes)})`,
];
