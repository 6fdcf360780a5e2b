import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { isCashClass } from "./books.ts";
import type { Months } from "./ledger-reports.ts";

const CASH = isCashClass("a.code");

/** A cash account: its balance before some months, and what came in and went out in them. */
export type CashRow = {
	id: number;
	code: string;
	name: string;
	opening: number;
	receipts: number;
	payments: number;
};

/**
 * The query of what the opening voucher (開帳) and its reversal put into accounts between two months: the books began
 * with these sums, so they are no receipts.
 */
const BEGUN = `(SELECT l.account_id, sum(l.debit) AS debit, sum(l.credit) AS credit FROM vouchers o
	JOIN vouchers v ON v.id = o.id OR v.reverses_id = o.id JOIN voucher_lines l ON l.voucher_id = v.id
	WHERE o.source <> 'manual' AND o.source = 'opening' AND o.source_id = 0 AND v.state = 'posted'
		AND v.date BETWEEN ?1 || '-01' AND ?2 || '-31' GROUP BY l.account_id)`;

/** Selects the rows of the cash book (現金出納表): every cash account with a balance or a movement. */
export const cashAccounts = ({ from, to }: Months): Select<CashRow> =>
	select(
		`SELECT a.id, a.code, a.name, s.opening + coalesce(b.debit - b.credit, 0) AS opening, s.receipts - coalesce(b.debit, 0) AS receipts,
			s.payments - coalesce(b.credit, 0) AS payments
		FROM accounts a JOIN (SELECT account_id, sum(iif(month < ?1, debit - credit, 0)) AS opening,
				sum(iif(month >= ?1, debit, 0)) AS receipts, sum(iif(month >= ?1, credit, 0)) AS payments
			FROM account_months WHERE month <= ?2 GROUP BY account_id) s ON s.account_id = a.id
		LEFT JOIN ${BEGUN} b ON b.account_id = a.id
		WHERE ${CASH} AND (s.opening <> 0 OR s.receipts <> 0 OR s.payments <> 0) ORDER BY a.code`,
		from,
		to,
	);

/**
 * Selects the sum that only went from one cash account to another between two days: it is neither a receipt nor a
 * payment of the association.
 */
export const cashMoved = ({ from, to }: { from: string; to: string }): Select<{ moved: number }> =>
	selectOne(
		`SELECT coalesce(sum(min(debit, credit)), 0) AS moved FROM (SELECT sum(l.debit) AS debit, sum(l.credit) AS credit
			FROM vouchers v CROSS JOIN voucher_lines l ON l.voucher_id = v.id JOIN accounts a ON a.id = l.account_id
			WHERE v.state = 'posted' AND v.date BETWEEN ?1 AND ?2 AND ${CASH} GROUP BY v.id)`,
		from,
		to,
	);

/**
 * A day on which an account had movements. `moved` is the sum of the movements up to the end of the day, debit less
 * credit; `days` is the number of all days of the list.
 */
export type CashDay = {
	date: string;
	vouchers: number;
	receipts: number;
	payments: number;
	moved: number;
	days: number;
};

/**
 * Selects one page of the days of an account between two days. `moved` counts from the first of the days to the end of
 * the row's day.
 */
export const cashDays = (
	accountId: number,
	{ from, to, page, rows }: { from: string; to: string; page: number; rows: number },
): Select<CashDay> =>
	select(
		`SELECT v.date, count(DISTINCT v.id) AS vouchers, sum(l.debit) AS receipts, sum(l.credit) AS payments,
			sum(sum(l.debit - l.credit)) OVER (ORDER BY v.date) AS moved, count(*) OVER () AS days
		FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id
		WHERE l.account_id = ?1 AND v.state = 'posted' AND v.date BETWEEN ?2 AND ?3
		GROUP BY v.date ORDER BY v.date ${limitTo(rows, (page - 1) * rows)}`,
		accountId,
		from,
		to,
	);
