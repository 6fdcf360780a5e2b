import { type Select, select } from "#db/read.ts";

/**
 * The condition of the fund accounts (基金): the reserve fund (準備基金) and other designated funds (其他指定基金).
 * Their money lies in the bank account 1310.
 */
const FUND = "(a.code GLOB '3110*' OR a.code GLOB '3120*')";

/**
 * A fund, or the account of its money; funds are credit less debit, their money debit less credit, so that usual
 * balances are above 0.
 */
export type FundRow = { id: number; code: string; name: string; opening: number; added: number; used: number };

/** Selects the funds and 1310 with their balance before a year, and what was added and used in it. */
export const fundAccounts = (year: number): Select<FundRow> =>
	select(
		`SELECT a.id, a.code, a.name, sum(iif(m.month < ?1, iif(a.code < '2', m.debit - m.credit, m.credit - m.debit), 0)) AS opening,
			sum(iif(m.month >= ?1, iif(a.code < '2', m.debit, m.credit), 0)) AS added,
			sum(iif(m.month >= ?1, iif(a.code < '2', m.credit, m.debit), 0)) AS used
		FROM account_months m JOIN accounts a ON a.id = m.account_id
		WHERE m.month <= ?2 AND (${FUND} OR a.code GLOB '1310*')
		GROUP BY a.id HAVING opening <> 0 OR added <> 0 OR used <> 0 ORDER BY a.code`,
		`${year}-01`,
		`${year}-12`,
	);

/**
 * The sum of what moved a fund under the same words. `set_aside`: by account 5910, money set aside (提撥基金);
 * `opening`: by the opening voucher of the books.
 */
export type FundMove = { account_id: number; cause: "opening" | "set_aside" | "other"; words: string; amount: number };

/**
 * Selects the movements of the funds in a year; `amount` above 0 came in. A reversal is summed with what it reverses.
 */
export const fundMoves = (year: number): Select<FundMove> =>
	select(
		`SELECT l.account_id, CASE WHEN o.source = 'opening' AND o.source_id = 0 THEN 'opening'
				WHEN EXISTS (SELECT 1 FROM voucher_lines c JOIN accounts x ON x.id = c.account_id
					WHERE c.voucher_id = o.id AND x.code GLOB '5910*') THEN 'set_aside' ELSE 'other' END AS cause,
			iif(l.memo = '', o.description, l.memo) AS words, sum(l.credit - l.debit) AS amount
		FROM accounts a CROSS JOIN voucher_lines l ON l.account_id = a.id JOIN vouchers v ON v.id = l.voucher_id
			JOIN vouchers o ON o.id = coalesce(v.reverses_id, v.id)
		WHERE ${FUND} AND v.state = 'posted' AND v.date BETWEEN ?1 AND ?2
		GROUP BY l.account_id, cause, iif(cause = 'other', words, '') HAVING amount <> 0 ORDER BY a.code, cause DESC, min(v.date)`,
		`${year}-01-01`,
		`${year}-12-31`,
	);
