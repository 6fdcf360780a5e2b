import { type Select, select } from "#db/read.ts";
import { HELD } from "./books.ts";
import { ABOVE, type Months } from "./ledger-reports.ts";

/**
 * What a month (YYYY-MM) added to an account, debit less credit in whole NT$. `above` is the name of its parent account.
 * In a balance sheet the month is empty for the sum of everything before the year.
 */
export type MonthRow = {
	id: number;
	code: string;
	name: string;
	above: string | null;
	month: string;
	moved: number;
};

/** Selects what each month of a year added to the accounts of income (收入) and expense (支出), without closing vouchers. */
export const incomeMonths = ({ from, to }: Months): Select<MonthRow> =>
	select(
		`SELECT a.id, a.code, a.name, ${ABOVE}, m.month, m.debit - m.credit AS moved
		FROM account_months m JOIN accounts a ON a.id = m.account_id
		WHERE m.month BETWEEN ?1 AND ?2 AND a.code >= '4' AND m.debit <> m.credit ORDER BY a.code, m.month`,
		from,
		to,
	);

/** Selects what each month of a year added to each account, and what the account had before the year. */
export const balanceMonths = ({ from, to }: Months): Select<MonthRow> =>
	select(
		`SELECT a.id, a.code, a.name, ${ABOVE}, iif(m.month < ?1, '', m.month) AS month, sum(${HELD}) AS moved
		FROM account_months m JOIN accounts a ON a.id = m.account_id
		WHERE m.month <= ?2 GROUP BY a.id, 5 HAVING sum(${HELD}) <> 0 ORDER BY a.code, 5`,
		from,
		to,
	);

/**
 * What a year of a trend added to a class of accounts (the first digit of their codes), debit less credit in whole NT$. The
 * years (AD) end with the month in which the period ends that they lead up to.
 */
export type ClassYear = { digit: string; year: number; moved: number };

/** SQL for the year of a trend that a month belongs to; ?2 is the last month. */
const YEAR = "CAST(substr(m.month, 1, 4) AS INTEGER) + (substr(m.month, 6) > substr(?2, 6))";
/** SQL for how many months before the end of that year it is. */
const BEFORE_END = "(substr(?2, 6) - substr(m.month, 6) + 12) % 12";

/**
 * Selects what the last `months` months of each year, at most twelve, added to income (4) and expense (5), without closing
 * vouchers, from the month `from` to `to`.
 */
export const incomeTrend = ({ from, to }: Months, months: number): Select<ClassYear> =>
	select(
		`SELECT substr(a.code, 1, 1) AS digit, ${YEAR} AS year, sum(m.debit - m.credit) AS moved
		FROM account_months m JOIN accounts a ON a.id = m.account_id
		WHERE m.month BETWEEN ?1 AND ?2 AND ${BEFORE_END} < ?3 AND a.code >= '4' GROUP BY 1, 2`,
		from,
		to,
		months,
	);

/** Selects what each year added to each class up to the month `to`; the one that `from` belongs to has everything before it as well. */
export const balanceTrend = ({ from, to }: Months): Select<ClassYear> =>
	select(
		`SELECT substr(a.code, 1, 1) AS digit,
			max(${YEAR}, substr(?1, 1, 4) + (substr(?1, 6) > substr(?2, 6))) AS year, sum(${HELD}) AS moved
		FROM account_months m JOIN accounts a ON a.id = m.account_id
		WHERE m.month <= ?2 GROUP BY 1, 2`,
		from,
		to,
	);
