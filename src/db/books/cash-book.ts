import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { isCashClass } from "./books.ts";
import type { Months } from "./ledger-reports.ts";

const CASH = isCashClass("a.code");

/** An account of cash: what it held before some months, what came in and went out. */
export type CashRow = {
	id: number;
	code: string;
	name: string;
	opening: number;
	receipts: number;
	payments: number;
};

/** What 開帳 (and what reversed one) put into accounts between two days: the books began with it, nobody received it. */
const BEGUN = `(SELECT l.account_id, sum(l.debit) AS debit, sum(l.credit) AS credit FROM vouchers o
	JOIN vouchers v ON v.id = o.id OR v.reverses_id = o.id JOIN voucher_lines l ON l.voucher_id = v.id
	WHERE o.source <> 'manual' AND o.source = 'opening' AND o.source_id = 0 AND v.state = 'posted'
		AND v.date BETWEEN ?1 || '-01' AND ?2 || '-31' GROUP BY l.account_id)`;

/** 現金出納表: every account of cash that holds or moved anything. */
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

/** What only went from one account of cash to another between two days: neither a receipt nor a payment of the association. */
export const cashMoved = ({ from, to }: { from: string; to: string }): Select<{ moved: number }> =>
	selectOne(
		`SELECT coalesce(sum(min(debit, credit)), 0) AS moved FROM (SELECT sum(l.debit) AS debit, sum(l.credit) AS credit
			FROM vouchers v CROSS JOIN voucher_lines l ON l.voucher_id = v.id JOIN accounts a ON a.id = l.account_id
			WHERE v.state = 'posted' AND v.date BETWEEN ?1 AND ?2 AND ${CASH} GROUP BY v.id)`,
		from,
		to,
	);

/** A day on which an account moved; `balance` is what it held at its end, as `opening` is counted from 0. */
export type CashDay = {
	date: string;
	vouchers: number;
	receipts: number;
	payments: number;
	moved: number;
	days: number;
};

/** A page of the days of an account between two days. `moved` is what it moved from the first of them on, to this day's end. */
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
