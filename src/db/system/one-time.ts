import { type SQL, sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { SEALED_MS } from "#domain/system/users/rules.ts";
import type { RefusalCode } from "#kernel/refusal.ts";

export type LinkPurpose = "invitation" | "password_reset" | "email_change";
/** A one-time link that was given out and still works. */
export type LinkRow = { id: string; user_id: number; email: string | null };

/**
 * Inserts a link for a user, who may be made in the same batch; it voids the user's earlier links of its purpose.
 * `email` is the new address for an email_change.
 */
export const insertLink = (
	link: { id: string; purpose: LinkPurpose; userId: number | SQL<number>; email: string | null; expiresAt: number },
	at: number,
): Write[] => [
	sql`UPDATE one_time_links SET used_at = ${at}
		WHERE user_id = ${link.userId} AND purpose = ${link.purpose} AND used_at IS NULL`,
	sql`INSERT INTO one_time_links (id, purpose, user_id, email, created_at, expires_at)
		VALUES (${link.id}, ${link.purpose}, ${link.userId}, ${link.email}, ${at}, ${link.expiresAt})`,
];

/** Selects a link by its id; no row when it was used, voided or has expired. */
export const linkOf = (id: string, { purpose, at }: { purpose: LinkPurpose; at: number }): Select<LinkRow> =>
	select(
		`SELECT id, user_id, email FROM one_time_links
		WHERE id = ?1 AND purpose = ?2 AND used_at IS NULL AND expires_at > ?3`,
		id,
		purpose,
		at,
	);

/** Uses a link, once. Refuses with `link.dead` when it does not work any more. */
export const takeLink = ({ id }: LinkRow, at: number): Write[] => [
	sql`UPDATE one_time_links SET used_at = ${at} WHERE id = ${id} AND used_at IS NULL AND expires_at > ${at}`,
	guard("link.dead"),
];

/** Voids all links of a user. */
export const voidLinks = (userId: number, at: number): Write =>
	sql`UPDATE one_time_links SET used_at = ${at} WHERE user_id = ${userId} AND used_at IS NULL`;

/**
 * The way in which an activation code is given to its user: `first` for a user that was never in use, `counter` when
 * the person at the counter showed a card, `delayed` when no card was shown and the code works a day later,
 * `second_person` when a second person confirmed it.
 */
export type CodeWay = "first" | "counter" | "delayed" | "second_person";

/**
 * Inserts an activation code, which works from a time on; it voids the user's earlier ones. `hash` is the keyed hash
 * that hashCode (platform/codes.ts) makes of the code.
 */
export const insertActivationCode = (
	code: { hash: string; userId: number; way: CodeWay; worksFrom: number | null; expiresAt: number },
	at: number,
): Write[] => [
	voidActivationCodes(code.userId, at),
	sql`INSERT INTO one_time_codes (code_hash, purpose, user_id, way, works_from, created_at, expires_at)
		VALUES (${code.hash}, 'activation', ${code.userId}, ${code.way}, ${code.worksFrom}, ${at}, ${code.expiresAt})`,
];

/** Voids the activation codes of a user (codes printed on paper). */
export const voidActivationCodes = (userId: number, at: number): Write =>
	sql`UPDATE one_time_codes SET used_at = ${at}
		WHERE user_id = ${userId} AND purpose = 'activation' AND used_at IS NULL`;

type Code = { hash: string; purpose: "activation" | "recovery"; userId: number };

/** Returns whether a code, given by its keyed hash (hashCode in platform/codes.ts), belongs to this user and works. */
export async function knowsCode(d1: D1Database, { hash, purpose, userId }: Code, at: number): Promise<boolean> {
	const row = await d1
		.prepare(
			`SELECT 1 AS one FROM one_time_codes WHERE code_hash = ?1 AND purpose = ?2 AND user_id = ?3 AND used_at IS NULL
				AND coalesce(expires_at, ?4 + 1) > ?4 AND coalesce(works_from, 0) <= ?4`,
		)
		.bind(hash, purpose, userId, at)
		.first();
	return row !== null;
}

/** Uses a code, once. Refuses with `refusal` when it does not work any more. */
export const takeCode = ({ hash, purpose, userId }: Code, at: number, refusal: RefusalCode): Write[] => [
	sql`UPDATE one_time_codes SET used_at = ${at}
		WHERE code_hash = ${hash} AND purpose = ${purpose} AND user_id = ${userId} AND used_at IS NULL
			AND coalesce(expires_at, ${at} + 1) > ${at} AND coalesce(works_from, 0) <= ${at}`,
	guard(refusal),
];

/**
 * Postpones the access to sealed (encrypted) data for a login whose password was set by a code on paper, unless a
 * second person confirmed the code.
 */
export const putOffSealed = ({ userId, hash }: { userId: number; hash: string }, at: number): Write =>
	sql`UPDATE users SET sealed_from = max(coalesce(sealed_from, 0), ${at + SEALED_MS})
		WHERE id = ${userId} AND NOT EXISTS (SELECT 1 FROM one_time_codes WHERE code_hash = ${hash} AND way = 'second_person')`;

/** Deletes links and codes that expired before a time (UTC milliseconds). */
export const forgetOneTime = (before: number): Write[] => [
	sql`DELETE FROM one_time_links WHERE expires_at < ${before}`,
	sql`DELETE FROM one_time_codes WHERE expires_at < ${before}`,
];
