import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, selectOne } from "#db/read.ts";
import { ACCOUNTS } from "#domain/books/ledger/postings.ts";
import type { By } from "#kernel/by.ts";
import { HELD, isBeforeClosed, isClosing, ofSource, postingAccount } from "./books.ts";
import { post, voucherNumber, voucherOf } from "./vouchers.ts";

const SURPLUS = postingAccount(ACCOUNTS.surplus);

/** A year of the books, with its valid closing voucher. Amounts are whole NT$. */
export type YearHead = {
	closed_months: number;
	/** Income and expense of the year, without closing vouchers. */
	income: number;
	expense: number;
	/**
	 * The accumulated surplus (累計餘絀) at the year's end as the books are now, and what the closing moves there,
	 * including an earlier surplus of the period (本期餘絀).
	 */
	accumulated: number;
	moves: number;
	/**
	 * The number of accounts of income and expense with a balance at the year's end; and whether an earlier year is
	 * open (`before_open`) or a later one closed (`after_closed`).
	 */
	accounts: number;
	before_open: 0 | 1;
	after_closed: 0 | 1;
	voucher_id: number | null;
	voucher: string | null;
	posted_at: number | null;
	/** Who closed the year, for whom as a deputy, and how often it was closed. */
	closed_by: number | null;
	on_behalf_of: number | null;
	seq: number;
};

export const yearHead = (year: number): Select<YearHead> =>
	selectOne(
		`WITH held AS (SELECT a.id, a.code, sum(${HELD}) AS balance,
				coalesce(sum(${HELD}) FILTER (WHERE m.month < ?1 || '-01'), 0) AS before
			FROM account_months m JOIN accounts a ON a.id = m.account_id WHERE m.month <= ?1 || '-12' GROUP BY a.id),
		moved AS (SELECT coalesce(sum(m.credit - m.debit) FILTER (WHERE a.code < '5'), 0) AS income,
				coalesce(sum(m.debit - m.credit) FILTER (WHERE a.code >= '5'), 0) AS expense
			FROM account_months m JOIN accounts a ON a.id = m.account_id WHERE m.month BETWEEN ?1 || '-01' AND ?1 || '-12' AND a.code >= '4'),
		stood AS (SELECT v.id, ${voucherNumber("v")} AS number, v.posted_at, v.posted_by FROM vouchers v
			WHERE ${isClosing("v")} AND v.source_id = CAST(?1 AS INTEGER))
		SELECT (SELECT count(*) FROM periods WHERE status = 'closed' AND month BETWEEN ?1 || '-01' AND ?1 || '-12') AS closed_months,
			moved.income, moved.expense,
			(SELECT coalesce(-sum(balance), 0) FROM held WHERE id = ${postingAccount(ACCOUNTS.accumulated)}) AS accumulated,
			(SELECT coalesce(-sum(balance), 0) FROM held WHERE code >= '4' OR substr(code, 1, 4) = '3220' OR id = ${SURPLUS}) AS moves,
			(SELECT count(*) FROM held WHERE code >= '4' AND balance <> 0) AS accounts,
			EXISTS (SELECT 1 FROM held WHERE code >= '4' AND before <> 0) AS before_open,
			${isBeforeClosed("?1")} AS after_closed,
			stood.id AS voucher_id, stood.number AS voucher, stood.posted_at, stood.posted_by AS closed_by,
			(SELECT e.on_behalf_of FROM period_events e WHERE e.period = ?1 AND e.step = 'close' AND stood.id IS NOT NULL ORDER BY e.id DESC LIMIT 1) AS on_behalf_of,
			(SELECT coalesce(max(v.source_seq), 0) FROM vouchers v WHERE ${ofSource("closing", "CAST(?1 AS INTEGER)")}) AS seq
		FROM moved LEFT JOIN stood`,
		String(year),
	);

/**
 * Inserts the closing voucher (結帳傳票) of a year and posts it at once: income and expense into surplus of the period
 * (本期餘絀), and that into accumulated surplus (累計餘絀). The triggers of migration 0027 refuse it while a month of
 * the year is open, or when a balance remains.
 */
export const postClosing = (
	{ year, seq, description }: { year: number; seq: number; description: string },
	by: By,
): Write[] => {
	const voucher: SQL = voucherOf({ source: "closing", id: year, seq });
	return [
		sql`INSERT INTO vouchers (date, description, source, source_id, source_seq, is_closing, created_by, created_at, updated_at)
			VALUES (${`${year}-12-31`}, ${description}, 'closing', ${year}, ${seq}, 1, ${by.userId}, ${by.at}, ${by.at})`,
		sql`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit, memo)
			WITH held AS (SELECT a.id, a.code, sum(${sql.raw(HELD)}) AS balance FROM account_months m JOIN accounts a ON a.id = m.account_id
				WHERE m.month <= ${`${year}-12`} AND (a.code >= '4' OR substr(a.code, 1, 4) = '3220' OR a.id = ${sql.raw(SURPLUS)}) GROUP BY a.id),
			parts AS (
				SELECT 1 AS place, code, id AS account_id, -balance AS amount, '結轉本期餘絀' AS memo FROM held WHERE code >= '4'
				UNION ALL SELECT 2, '', ${sql.raw(SURPLUS)}, sum(balance), '本期餘絀' FROM held WHERE code >= '4'
				UNION ALL SELECT 3, code, id, -balance, '轉入累計餘絀' FROM held WHERE code < '4' AND id <> ${sql.raw(SURPLUS)}
				UNION ALL SELECT 4, '', ${sql.raw(SURPLUS)}, -sum(balance) FILTER (WHERE code >= '4' OR id = ${sql.raw(SURPLUS)}), '轉入累計餘絀' FROM held
				UNION ALL SELECT 5, '', ${sql.raw(postingAccount(ACCOUNTS.accumulated))}, sum(balance), '本期餘絀轉入' FROM held)
			SELECT ${voucher}, row_number() OVER (ORDER BY place, code), account_id, max(amount, 0), max(-amount, 0), memo
			FROM parts WHERE amount <> 0`,
		post(voucher, by),
	];
};
