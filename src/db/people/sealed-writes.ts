import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";

/** How what lies sealed came to be open to a login, or to a guardian. */
export type LoginOpening = "handed_in" | "second_person";
export type GuardianOpening = "handed_in" | "guardian_agreed" | "second_person";

/** Opens what lies sealed of a member to the login that they have now; nothing where they have another, or it is open. */
export const openLogin = (
	{ memberId, userId }: { memberId: number; userId: number },
	{ how, at }: { how: LoginOpening; at: number },
): Write =>
	sql`UPDATE member_logins SET opened_at = ${at}, opened_how = ${how}
		WHERE member_id = ${memberId} AND user_id = ${userId} AND until IS NULL AND opened_at IS NULL`;

/** The same to the guardian that they have now. */
export const openGuardianship = (
	{ memberId, guardianId }: { memberId: number; guardianId: number },
	{ how, at }: { how: GuardianOpening; at: number },
): Write =>
	sql`UPDATE guardianships SET opened_at = ${at}, opened_how = ${how}
		WHERE member_id = ${memberId} AND guardian_id = ${guardianId} AND until IS NULL AND opened_at IS NULL`;
