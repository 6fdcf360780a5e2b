import { type Select, select } from "#db/read.ts";

/** What posted vouchers moved, by account and month, as account_months keeps it: computed anew from every line. */
const ANEW = `SELECT l.account_id, substr(v.date, 1, 7) AS month, sum(iif(v.is_closing, 0, l.debit)) AS debit,
		sum(iif(v.is_closing, 0, l.credit)) AS credit, sum(iif(v.is_closing, l.debit, 0)) AS closing_debit,
		sum(iif(v.is_closing, l.credit, 0)) AS closing_credit
	FROM vouchers v CROSS JOIN voucher_lines l ON l.voucher_id = v.id WHERE v.state = 'posted' GROUP BY 1, 2`;
const KEPT = "SELECT account_id, month, debit, credit, closing_debit, closing_credit FROM account_months";

/** The months of accounts whose kept balances (0026) are not what their vouchers say; both sides debit less credit. */
export type MonthDifference = { code: string; month: string; kept: number; anew: number };
export const monthDifferences = (): Select<MonthDifference> =>
	select(
		`WITH anew AS (${ANEW}), wrong AS (SELECT account_id, month FROM (SELECT * FROM anew EXCEPT ${KEPT})
			UNION SELECT account_id, month FROM (${KEPT} EXCEPT SELECT * FROM anew))
		SELECT a.code, w.month, coalesce(k.debit - k.credit + k.closing_debit - k.closing_credit, 0) AS kept,
			coalesce(n.debit - n.credit + n.closing_debit - n.closing_credit, 0) AS anew
		FROM wrong w JOIN accounts a ON a.id = w.account_id
		LEFT JOIN account_months k ON k.account_id = w.account_id AND k.month = w.month
		LEFT JOIN anew n ON n.account_id = w.account_id AND n.month = w.month ORDER BY a.code, w.month`,
	);

/** The same as one of the ties: how many there are. */
export const WRONG_MONTHS = `WITH anew AS (${ANEW}) SELECT 'account_months' AS code, 0 AS expected,
	(SELECT count(*) FROM (SELECT * FROM anew EXCEPT ${KEPT}))
	+ (SELECT count(*) FROM (${KEPT} EXCEPT SELECT * FROM anew)) AS found`;
