import { TYPE_NAME } from "#db/people/index.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { DuesKind } from "#domain/people/index.ts";

/* Reports of what was collected for dues and what is outstanding. Cancelled items are left out; waived items owe nothing. */

/** Sums of dues items in NT$: `due` was assessed, `paid` came in, `waived` was waived, `owed` is still open. */
export type DuesSums = { items: number; due: number; paid: number; waived: number; owed: number };

const SUMS = `count(*) AS items, sum(d.amount) AS due, sum(d.paid_amount) AS paid,
	sum(iif(d.status = 'waived', d.amount - d.paid_amount, 0)) AS waived,
	sum(iif(d.status IN ('open', 'partially_paid'), d.amount - d.paid_amount, 0)) AS owed`;

/** Selects the sums by the year of the dues (western), newest first. */
export const duesByYear = (): Select<DuesSums & { year: number }> =>
	select(
		`SELECT d.dues_year AS year, ${SUMS} FROM dues_items d WHERE d.status <> 'cancelled' GROUP BY d.dues_year ORDER BY d.dues_year DESC`,
	);

/** Selects the sums of one year, by kind and by the member's present membership type. */
export const duesByType = (year: number): Select<DuesSums & { kind: DuesKind; type: string }> =>
	select(
		`SELECT d.kind, ${TYPE_NAME} AS type, ${SUMS} FROM dues_items d JOIN members m ON m.id = d.member_id
		WHERE d.dues_year = ? AND d.status <> 'cancelled' GROUP BY d.kind, m.type_code ORDER BY d.kind DESC, m.type_code`,
		year,
	);

export type MonthSum = { month: string; kind: DuesKind; collected: number; of_import: number };

/**
 * Selects what came in during a calendar year for dues of any year, by month (`2026-03`) and kind: the parts of
 * verified payments, by the day on which they were paid. `of_import` is how much of it came from imported lists of past
 * payments, which are not in the books.
 */
export const collectedByMonth = (year: number): Select<MonthSum> =>
	select(
		`SELECT substr(p.paid_on, 1, 7) AS month, d.kind, sum(a.amount) AS collected,
			sum(iif(p.source = 'import', a.amount, 0)) AS of_import
		FROM payments p JOIN payment_allocations a ON a.payment_id = p.id JOIN dues_items d ON d.id = a.dues_item_id
		WHERE p.status = 'verified' AND p.paid_on BETWEEN ?1 AND ?2 GROUP BY 1, 2 ORDER BY 1, 2`,
		`${year}-01-01`,
		`${year}-12-31`,
	);

/** Selects the western years in which money came in. */
export const collectedYears = (): Select<{ year: number }> =>
	select(
		`SELECT DISTINCT CAST(substr(paid_on, 1, 4) AS INTEGER) AS year FROM payments WHERE status = 'verified' ORDER BY 1 DESC`,
	);

export const MEMBERS_PER_PAGE = 50;
export type MemberSums = DuesSums & {
	member_id: number;
	member_no: string | null;
	name: string;
	type_name: string;
};

/** Selects the sums of one year by member, ordered by member number; with `owing` only of members who still owe. */
export const duesByMember = (
	year: number,
	{ owing, limit, offset = 0 }: { owing: boolean; limit: number; offset?: number },
): Select<MemberSums> =>
	select(
		`SELECT s.member_id, m.member_no, m.name, ${TYPE_NAME} AS type_name, s.items, s.due, s.paid, s.waived, s.owed
		FROM (SELECT d.member_id, ${SUMS} FROM dues_items d WHERE d.dues_year = ?1 AND d.status <> 'cancelled' GROUP BY d.member_id) s
			JOIN members m ON m.id = s.member_id
		WHERE ?2 = 0 OR s.owed > 0 ORDER BY length(m.member_no), m.member_no, m.id ${limitTo(limit, offset)}`,
		year,
		owing ? 1 : 0,
	);

/** Counts the members in the list of duesByMember. */
export const membersWithDues = (year: number, owing: boolean): Select<{ total: number }> =>
	select(
		`SELECT count(DISTINCT d.member_id) AS total FROM dues_items d
		WHERE d.dues_year = ?1 AND d.status <> 'cancelled' AND (?2 = 0 OR (d.status IN ('open', 'partially_paid')))`,
		year,
		owing ? 1 : 0,
	);
