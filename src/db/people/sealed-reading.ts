import { actsFor } from "./member-reads.ts";

/**
 * Whether a member's sealed data (national id, diagnosis, certificates and what they change of the dues, copies) is
 * open to a user, and when it opens by itself (UTC milliseconds): null when a second person has to open it first.
 */
export type Opening = { reads: 0 | 1; opens_at: number | null };

/**
 * Returns SQL: whether a member's sealed data is open to a user who acts for the member. The view `sealed_readers` is
 * the only rule for it.
 */
export const isOpenTo = (user: string, member: string): string =>
	`EXISTS (SELECT 1 FROM sealed_readers s WHERE s.member_id = ${member} AND s.user_id = ${user})`;

/**
 * Returns SQL: whether a user acts for the member and the member's sealed data is open to the user. Unlike `isOpenTo`,
 * it may be asked of any user.
 */
export const readsSealed = (user: string, member: string): string =>
	`(${actsFor(user, member)} AND ${isOpenTo(user, member)})`;

/** Returns the columns of an Opening. */
export const openingOf = (user: string, member: string): string => `${isOpenTo(user, member)} AS reads,
	(SELECT min(s.opens_at) FROM sealed_openings s WHERE s.member_id = ${member} AND s.user_id = ${user}) AS opens_at`;
