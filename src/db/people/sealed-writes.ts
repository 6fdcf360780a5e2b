import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { SEALED_MS } from "#domain/system/users/rules.ts";

/**
 * Postpones the access to sealed (encrypted health and identity) data of a user whose password was set by a code on
 * paper, unless a second person confirmed the code.
 */
export const putOffSealed = ({ userId, hash }: { userId: number; hash: string }, at: number): Write =>
	sql`UPDATE users SET sealed_from = max(coalesce(sealed_from, 0), ${at + SEALED_MS})
		WHERE id = ${userId} AND NOT EXISTS (SELECT 1 FROM one_time_codes WHERE code_hash = ${hash} AND way = 'second_person')`;

/** How a member's sealed data was opened to a user, or to a guardian. */
export type LoginOpening = "handed_in" | "second_person";
export type GuardianOpening = "handed_in" | "guardian_agreed" | "second_person";

/**
 * Opens a member's sealed data to the member's present user; nothing when the member has another user, or it is open.
 */
export const openLogin = (
	{ memberId, userId }: { memberId: number; userId: number },
	{ how, at }: { how: LoginOpening; at: number },
): Write =>
	sql`UPDATE member_logins SET opened_at = ${at}, opened_how = ${how}
		WHERE member_id = ${memberId} AND user_id = ${userId} AND until IS NULL AND opened_at IS NULL`;

/** Opens a member's sealed data to the member's present guardian. */
export const openGuardianship = (
	{ memberId, guardianId }: { memberId: number; guardianId: number },
	{ how, at }: { how: GuardianOpening; at: number },
): Write =>
	sql`UPDATE guardianships SET opened_at = ${at}, opened_how = ${how}
		WHERE member_id = ${memberId} AND guardian_id = ${guardianId} AND until IS NULL AND opened_at IS NULL`;
