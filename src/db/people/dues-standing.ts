import { type Select, selectOne } from "#db/read.ts";

/**
 * Returns SQL for the overpayment credit (溢繳款) that a member (SQL of the id) has left, from the view that alone
 * computes it (member_credits, migration 0028).
 */
export const creditLeft = (member: string): string =>
	`coalesce((SELECT credit FROM member_credits WHERE member_id = ${member}), 0)`;

/** What a member owes, has left as overpayment credit, and up to which year is paid. There is always one row. */
export type DuesStanding = {
	owed: number;
	items: number;
	oldest: number | null;
	credit: number;
	paid_year: number | null;
};
export const duesStanding = (memberId: number): Select<DuesStanding> =>
	selectOne(
		`SELECT coalesce(sum(d.amount - d.paid_amount), 0) AS owed, count(d.id) AS items, min(d.dues_year) AS oldest,
			${creditLeft("?1")} AS credit,
			(SELECT paid_year FROM members WHERE id = ?1) AS paid_year
		FROM dues_items d WHERE d.member_id = ?1 AND d.status IN ('open', 'partially_paid')`,
		memberId,
	);
