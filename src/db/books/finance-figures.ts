import { type Select, select, selectOne } from "#db/read.ts";
import { HELD, isCashClass } from "./books.ts";

/**
 * The income and expense of a year, by which ratios required by law are checked, in whole NT$, without closing
 * vouchers. `reserved` was set aside (account 5910, 提撥基金); `plan` is JSON of the plan for what the year left.
 */
export type RatioRow = { year: number; income: number; expense: number; reserved: number; plan: string | null };
export const ratioRow = (year: number): Select<RatioRow> =>
	selectOne(
		`SELECT CAST(?1 AS INTEGER) AS year, coalesce(sum(m.credit - m.debit) FILTER (WHERE a.code < '5'), 0) AS income,
			coalesce(sum(m.debit - m.credit) FILTER (WHERE a.code >= '5'), 0) AS expense,
			coalesce(sum(m.debit - m.credit) FILTER (WHERE substr(a.code, 1, 4) = '5910'), 0) AS reserved,
			(SELECT json_object('first_year', first_year, 'last_year', last_year, 'amount', amount, 'approval_no', approval_no,
				'approved_on', approved_on) FROM surplus_plans WHERE year = CAST(?1 AS INTEGER)) AS plan
		FROM account_months m JOIN accounts a ON a.id = m.account_id WHERE m.month BETWEEN ?1 || '-01' AND ?1 || '-12' AND a.code >= '4'`,
		String(year),
	);

/** Income and expense of each month of a year that has any. */
export type MonthFigures = { month: string; income: number; expense: number };
export const monthFigures = (year: number): Select<MonthFigures> =>
	select(
		`SELECT m.month, coalesce(sum(m.credit - m.debit) FILTER (WHERE a.code < '5'), 0) AS income,
			coalesce(sum(m.debit - m.credit) FILTER (WHERE a.code >= '5'), 0) AS expense
		FROM account_months m JOIN accounts a ON a.id = m.account_id
		WHERE m.month BETWEEN ?1 || '-01' AND ?1 || '-12' AND a.code >= '4' GROUP BY m.month ORDER BY m.month`,
		String(year),
	);

/** Money by its account of four digits: cash, banks and funds. `least` is the lowest balance among its sub-accounts. */
export type FundRow = { code: string; name: string; held: number; least: number };
export const fundRows = (): Select<FundRow> =>
	select(
		`SELECT p.code, p.name, sum(h.held) AS held, min(h.held) AS least
		FROM (SELECT m.account_id, sum(${HELD}) AS held FROM account_months m GROUP BY m.account_id) h
			JOIN accounts a ON a.id = h.account_id JOIN accounts p ON p.code = substr(a.code, 1, 4)
		WHERE ${isCashClass("p.code")} GROUP BY p.code HAVING sum(h.held) <> 0 OR least < 0 ORDER BY p.code`,
	);
