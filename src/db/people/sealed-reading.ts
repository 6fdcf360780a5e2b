import { actsFor } from "./member-reads.ts";

/**
 * Whether what lies sealed of a member and is health data (national id, diagnosis, certificates, what they say of the fees,
 * copies) is open to a user, and when it opens by itself, UTC milliseconds: NULL where somebody has to open it first.
 */
export type Opening = { reads: 0 | 1; opens_at: number | null };

/** Whether a user who acts for a member reads that, over texts of SQL: THE predicate, `sealed_readers`. */
export const isOpenTo = (user: string, member: string): string =>
	`EXISTS (SELECT 1 FROM sealed_readers s WHERE s.member_id = ${member} AND s.user_id = ${user})`;

/** The same of whoever it is: of a former guardian, or a stranger, nothing is open. */
export const readsSealed = (user: string, member: string): string =>
	`(${actsFor(user, member)} AND ${isOpenTo(user, member)})`;

/** The columns of an Opening. */
export const openingOf = (user: string, member: string): string => `${isOpenTo(user, member)} AS reads,
	(SELECT min(s.opens_at) FROM sealed_openings s WHERE s.member_id = ${member} AND s.user_id = ${user}) AS opens_at`;
