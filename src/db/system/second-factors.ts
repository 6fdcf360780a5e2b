import { sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";

/**
 * Stores a sealed (encrypted) second-factor secret that waits for its first code. Refuses with
 * `second_factor.already_on` when the user has a second factor.
 */
export const storeSecret = (userId: number, sealed: string): Write[] => [
	sql`UPDATE users SET totp_secret = ${sealed}, totp_last_step = 0 WHERE id = ${userId} AND totp_enabled_at IS NULL`,
	guard("second_factor.already_on"),
];

/**
 * Switches the second factor on; `step` is the clock step of its first code. Refuses with `second_factor.wrong` when
 * the secret changed meanwhile or the second factor is on already.
 */
export const enableSecret = (userId: number, of: { sealed: string; step: number }, at: number): Write[] => [
	sql`UPDATE users SET totp_enabled_at = ${at}, totp_last_step = ${of.step}
		WHERE id = ${userId} AND totp_secret = ${of.sealed} AND totp_enabled_at IS NULL`,
	guard("second_factor.wrong"),
];

/** Removes the second factor and its recovery codes. Refuses with `second_factor.off` when the user has none. */
export const removeSecret = (userId: number): Write[] => [
	sql`UPDATE users SET totp_secret = NULL, totp_enabled_at = NULL, totp_last_step = 0
		WHERE id = ${userId} AND totp_enabled_at IS NOT NULL`,
	guard("second_factor.off"),
	sql`DELETE FROM one_time_codes WHERE user_id = ${userId} AND purpose = 'recovery'`,
];

/**
 * Uses a step of the clock, once. Refuses with `second_factor.wrong` a step that was used before, or an earlier one
 * (RFC 6238 §5.2).
 */
export const takeStep = (userId: number, step: number): Write[] => [
	sql`UPDATE users SET totp_last_step = ${step}
		WHERE id = ${userId} AND totp_enabled_at IS NOT NULL AND totp_last_step < ${step}`,
	guard("second_factor.wrong"),
];

/**
 * Replaces all recovery codes by new ones (their hashes). Refuses with `second_factor.off` when the user has no second
 * factor.
 */
export const replaceRecoveryCodes = (userId: number, hashes: readonly string[], at: number): Write[] => [
	refuseWhere(
		"second_factor.off",
		sql`NOT EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND totp_enabled_at IS NOT NULL)`,
	),
	sql`DELETE FROM one_time_codes WHERE user_id = ${userId} AND purpose = 'recovery'`,
	sql`INSERT INTO one_time_codes (code_hash, purpose, user_id, created_at)
		SELECT value, 'recovery', ${userId}, ${at} FROM json_each(${JSON.stringify(hashes)})`,
];
