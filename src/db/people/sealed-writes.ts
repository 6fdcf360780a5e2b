import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";

/** How a member's sealed (encrypted) data was opened to the member's user. */
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

/**
 * Opens a member's sealed data to the member's present guardian; nothing when the member has another guardian, or it is
 * open.
 */
export const openGuardianship = (
	{ memberId, guardianId }: { memberId: number; guardianId: number },
	{ how, at }: { how: GuardianOpening; at: number },
): Write =>
	sql`UPDATE guardianships SET opened_at = ${at}, opened_how = ${how}
		WHERE member_id = ${memberId} AND guardian_id = ${guardianId} AND until IS NULL AND opened_at IS NULL`;
