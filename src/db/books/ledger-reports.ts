import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { HELD } from "./books.ts";
import { voucherNumber } from "./vouchers.ts";

/** A range of months as YYYY-MM, both included. */
export type Months = { from: string; to: string };

/**
 * An account of the trial balance, in whole NT$: its balance before the months (debit less credit), and its debits and
 * credits in them.
 */
export type TrialRow = {
	id: number;
	code: string;
	name: string;
	is_active: 0 | 1;
	/** The balance before the first month, debit less credit. */
	opening: number;
	debit: number;
	credit: number;
	/** The first month of the books (YYYY-MM). */
	begun: string;
};

/**
 * Selects the trial balance of some months: every account with a balance or a movement, by code. `closed` includes
 * closing vouchers (結帳後); those of years before the first month are always included, because their result is in 3210
 * by then.
 */
export const trialBalance = ({ from, to }: Months, closed: boolean): Select<TrialRow> =>
	select(
		`SELECT a.id, a.code, a.name, a.is_active,
			sum(iif(m.month < ?1, ${HELD}, 0)) AS opening,
			sum(iif(m.month >= ?1, m.debit + iif(?3, m.closing_debit, 0), 0)) AS debit,
			sum(iif(m.month >= ?1, m.credit + iif(?3, m.closing_credit, 0), 0)) AS credit, ${BEGUN}
		FROM account_months m JOIN accounts a ON a.id = m.account_id WHERE m.month <= ?2
		GROUP BY a.id HAVING opening <> 0
			OR sum(iif(m.month >= ?1, m.debit + m.credit + iif(?3, m.closing_debit + m.closing_credit, 0), 0)) <> 0 ORDER BY a.code`,
		from,
		to,
		Number(closed),
	);

/** SQL for the month of the oldest voucher: balances add up everything from there on. */
const BEGUN = "(SELECT min(month) FROM account_months) AS begun";

/**
 * A voucher line of an account, with the other accounts of its voucher, and the account's balance after it (debit less
 * credit).
 */
export type LedgerLine = {
	voucher_id: number;
	number: string;
	date: string;
	description: string;
	memo: string;
	member_id: number | null;
	member_no: string | null;
	contra: string | null;
	debit: number;
	credit: number;
	balance: number;
};

/** An account by its id, or by its code, which is a text. */
export type AccountRef = number | string;
/** SQL for the id of the account ?1. */
const ACCOUNT = "iif(typeof(?1) = 'text', (SELECT id FROM accounts WHERE code = ?1), ?1)";

/**
 * Selects one page of the general ledger (總分類帳): an account's lines between two days, in the order of the books.
 * `opening` is its balance before them.
 */
export const ledgerLines = (
	account: AccountRef,
	{ from, to, page, rows }: { from: string; to: string; page: number; rows: number },
): Select<LedgerLine> =>
	select(
		`SELECT o.voucher_id, ${voucherNumber("v")} AS number, v.date, v.description, o.memo, o.member_id, m.member_no,
			(SELECT group_concat(name, '、') FROM (SELECT DISTINCT a.name FROM voucher_lines c JOIN accounts a ON a.id = c.account_id
				WHERE c.voucher_id = o.voucher_id AND c.account_id <> ${ACCOUNT} ORDER BY c.line_no)) AS contra,
			o.debit, o.credit, ${OPENING} + o.moved AS balance
		FROM (SELECT l.voucher_id, l.memo, l.member_id, l.debit, l.credit, l.line_no,
				sum(l.debit - l.credit) OVER (ORDER BY v.date, v.id, l.line_no) AS moved
			FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id
			WHERE l.account_id = ${ACCOUNT} AND v.state = 'posted' AND v.date BETWEEN ?2 AND ?3
			ORDER BY v.date, v.id, l.line_no ${limitTo(rows, (page - 1) * rows)}) o
		JOIN vouchers v ON v.id = o.voucher_id LEFT JOIN members m ON m.id = o.member_id ORDER BY v.date, v.id, o.line_no`,
		account,
		from,
		to,
	);

/**
 * SQL for the balance of the account ?1 before the day ?2, debit less credit: whole months, then the days of the month
 * of ?2.
 */
const OPENING = `(coalesce((SELECT sum(b.debit - b.credit + b.closing_debit - b.closing_credit) FROM account_months b
		WHERE b.account_id = ${ACCOUNT} AND b.month < substr(?2, 1, 7)), 0)
	+ coalesce((SELECT sum(l.debit - l.credit) FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id AND l.account_id = ${ACCOUNT}
		WHERE v.state = 'posted' AND v.date >= substr(?2, 1, 7) || '-01' AND v.date < ?2), 0))`;

export type LedgerHead = {
	id: number;
	code: string;
	name: string;
	opening: number;
	debit: number;
	credit: number;
	lines: number;
};

/** Selects an account with its balance before a day, and its debits and credits between two days. */
export const ledgerHead = (account: AccountRef, { from, to }: { from: string; to: string }): Select<LedgerHead> =>
	selectOne(
		`SELECT a.id, a.code, a.name, ${OPENING} AS opening, coalesce(s.debit, 0) AS debit, coalesce(s.credit, 0) AS credit, s.lines
		FROM accounts a, (SELECT sum(l.debit) AS debit, sum(l.credit) AS credit, count(*) AS lines
			FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id
			WHERE l.account_id = ${ACCOUNT} AND v.state = 'posted' AND v.date BETWEEN ?2 AND ?3) s
		WHERE a.id = ${ACCOUNT}`,
		account,
		from,
		to,
	);

/**
 * Selects the accounts with postings directly before and after an account, by code: the last one before it, and the
 * first one after it.
 */
export const accountsBeside = (account: AccountRef): Select<Pick<LedgerHead, "id" | "code" | "name">> => {
	const beside = (than: string, order: string): string =>
		`SELECT * FROM (SELECT a.id, a.code, a.name FROM accounts a
			WHERE a.code ${than} (SELECT code FROM accounts WHERE id = ${ACCOUNT})
				AND EXISTS (SELECT 1 FROM account_months m WHERE m.account_id = a.id) ORDER BY a.code ${order} LIMIT 1)`;
	return select(`${beside("<", "DESC")} UNION ALL ${beside(">", "ASC")}`, account);
};

/**
 * An account compared in two spans of time: what it moved in each (debit less credit, without closing vouchers).
 * `above` is the name of its parent account.
 */
export type ComparedRow = { id: number; code: string; name: string; above: string | null; now: number; before: number };
/** SQL for the name of the account above a sub-account `a`. */
export const ABOVE =
	"(SELECT p.name FROM accounts p WHERE p.code = substr(a.code, 1, instr(a.code, '-') - 1)) AS above";

/** A compared account with its budget of the year. */
export type BudgetedRow = ComparedRow & { budget: number };

/**
 * Selects the income statement (收支表): the accounts of income (收入) and expense (支出), in some months and in the
 * months to compare with.
 */
export const incomeStatement = (now: Months, before: Months): Select<ComparedRow> =>
	select(
		`SELECT a.id, a.code, a.name, ${ABOVE}, sum(iif(m.month BETWEEN ?1 AND ?2, m.debit - m.credit, 0)) AS now,
			sum(iif(m.month BETWEEN ?3 AND ?4, m.debit - m.credit, 0)) AS before
		FROM account_months m JOIN accounts a ON a.id = m.account_id
		WHERE (m.month BETWEEN ?1 AND ?2 OR m.month BETWEEN ?3 AND ?4) AND a.code >= '4'
		GROUP BY a.id HAVING now <> 0 OR before <> 0 ORDER BY a.code`,
		now.from,
		now.to,
		before.from,
		before.to,
	);

/**
 * An account of the balance sheet; the `earlier_…` columns are the part that comes from the years before each month's
 * year.
 */
export type SheetRow = ComparedRow & { earlier_now: number; earlier_before: number };

/**
 * Selects the balance sheet (資產負債表): the balance of every account at the end of a month, and of a month to compare
 * with, debit less credit. The balance of income (收入) and expense (支出), when their year is not closed, is the
 * surplus of the period (本期餘絀); the `earlier_…` columns are the part of it that older years left.
 */
export const balanceSheet = (now: string, before: string): Select<SheetRow> =>
	select(
		`SELECT a.id, a.code, a.name, ${ABOVE},
			sum(iif(m.month <= ?1, ${HELD}, 0)) AS now, sum(iif(m.month <= ?2, ${HELD}, 0)) AS before,
			sum(iif(m.month < substr(?1, 1, 4), ${HELD}, 0)) AS earlier_now,
			sum(iif(m.month < substr(?2, 1, 4), ${HELD}, 0)) AS earlier_before
		FROM account_months m JOIN accounts a ON a.id = m.account_id WHERE m.month <= max(?1, ?2)
		GROUP BY a.id HAVING now <> 0 OR before <> 0 OR (a.code >= '4' AND (earlier_now <> 0 OR earlier_before <> 0)) ORDER BY a.code`,
		now,
		before,
	);

/**
 * Selects the final accounts (收支決算表): the accounts of income (收入) and expense (支出) with a movement in a year
 * or the year before, or with a budget.
 */
export const finalAccounts = (year: number): Select<BudgetedRow> =>
	select(
		`SELECT a.id, a.code, a.name, ${ABOVE}, coalesce(m.now, 0) AS now, coalesce(m.before, 0) AS before, coalesce(b.amount, 0) AS budget
		FROM accounts a
		LEFT JOIN (SELECT account_id, sum(iif(month >= ?2, debit - credit, 0)) AS now, sum(iif(month < ?2, debit - credit, 0)) AS before
			FROM account_months WHERE month BETWEEN ?1 AND ?3 GROUP BY account_id) m ON m.account_id = a.id
		LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM budget_items WHERE year = ?4 GROUP BY account_id) b ON b.account_id = a.id
		WHERE a.code >= '4' AND (m.now <> 0 OR m.before <> 0 OR b.amount <> 0) ORDER BY a.code`,
		`${year - 1}-01`,
		`${year}-01`,
		`${year}-12`,
		year,
	);
