import { postingAccount, stands } from "#db/books.ts";
import { WRONG_MONTHS } from "#db/ledger-check.ts";
import { readRows, type Select, select } from "#db/read.ts";
import { CREDITED, differing, inAdvance } from "#db/year-openings.ts";
import { ACCOUNTS } from "#domain/ledger/postings.ts";

/** Something that must come to the same in two places, or to nothing. `expected` and `found` are NT$ or counts. */
export type Tie = {
	code: "advance" | "openings" | "receipt_gaps" | "paid_amounts" | "trial_balance" | "account_months";
	expected: number;
	found: number;
	holds: boolean;
};
export type Sums = Pick<Tie, "code" | "expected" | "found">;

/** What every voucher of payments and dues says of 預收款項, and the books' side of what it stands for. */
const POSTED = `FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id JOIN accounts a ON a.id = l.account_id
	LEFT JOIN vouchers o ON o.id = v.reverses_id WHERE v.state = 'posted'`;

/** THE ties, a statement each: D1 joins five at most. */
const TIES = [
	// 預收款項 of payments, dues, the years' openings and refunds: what was paid for years behind the voucher's, less what
	// openings made income, and credit that is left. What was taken off an item before its year came lies there already.
	`SELECT 'advance' AS code,
		(SELECT coalesce(sum(x.amount), 0) FROM payments p JOIN payment_allocations x ON x.payment_id = p.id
			JOIN vouchers v ON v.source <> 'manual' AND v.source = 'payment' AND v.source_id = p.id AND v.state = 'posted' AND v.source_seq = 1
			JOIN dues_items d ON d.id = x.dues_item_id
			WHERE p.status = 'verified' AND d.dues_year > CAST(substr(v.date, 1, 4) AS INTEGER))
		- (SELECT coalesce(sum(l.debit - l.credit), 0) FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id JOIN accounts a ON a.id = l.account_id
			WHERE v.source <> 'manual' AND v.source = 'opening' AND v.source_id > 0 AND a.code < '3' AND ${stands("v")})
		+ (SELECT coalesce(sum(x.amount), 0) FROM payments p JOIN payment_allocations x ON x.payment_id = p.id
			WHERE p.status = 'verified' AND p.source <> 'import' AND x.kind = 'credit')
		+ (SELECT coalesce(sum(iif(opened IS NULL, max(credited_amount - paid_before, 0), credited)), 0) FROM (
			SELECT d.credited_amount, ${inAdvance}, ${CREDITED} AS credited FROM dues_items d
			WHERE d.credited_amount > 0 OR d.id IN (SELECT source_id FROM vouchers WHERE source <> 'manual' AND source = 'dues')))
		- (SELECT coalesce(sum(amount), 0) FROM payments WHERE status = 'verified' AND method = 'credit')
		- (SELECT coalesce(sum(gross), 0) FROM finance_documents WHERE refund_of = 'credit' AND state IN ('approved', 'paid', 'posted')) AS expected,
		(SELECT coalesce(sum(l.credit - l.debit), 0) ${POSTED} AND a.id = ${postingAccount(ACCOUNTS.duesInAdvance)}
			AND (coalesce(o.source, v.source) IN ('payment', 'dues') OR (coalesce(o.source, v.source) = 'opening' AND coalesce(o.source_id, v.source_id) > 0)
				OR (coalesce(o.source, v.source) = 'finance' AND coalesce(o.source_id, v.source_id) IN (SELECT p.id FROM finance_postings p
					JOIN finance_documents d ON d.id = p.document_id WHERE d.refund_of = 'credit')))) AS found`,
	// The years' openings are of what was paid and of what is credit now: a payment that came or went later wants one anew.
	`SELECT 'openings' AS code, 0 AS expected, count(*) AS found FROM (SELECT DISTINCT v.source_id AS year FROM vouchers v
		WHERE v.source <> 'manual' AND v.source = 'opening' AND v.source_id > 0 AND ${stands("v")}) y WHERE EXISTS (${differing("y.year")})`,
	// Receipts run from the first to the last of their series without a gap.
	`SELECT 'receipt_gaps' AS code, coalesce(sum(last_no - first_no + 1), 0) AS expected, (SELECT count(*) FROM receipts) AS found
		FROM number_series WHERE series LIKE 'receipt:%'`,
	// How many items say another amount was paid than their verified payments do.
	`SELECT 'paid_amounts' AS code, 0 AS expected, count(*) AS found FROM dues_items d
		LEFT JOIN (SELECT a.dues_item_id AS id, sum(a.amount) AS paid FROM payment_allocations a
			JOIN payments p ON p.id = a.payment_id WHERE p.status = 'verified' AND a.dues_item_id IS NOT NULL GROUP BY a.dues_item_id) s
			ON s.id = d.id
		WHERE d.paid_amount + d.credited_amount <> coalesce(s.paid, 0)`,
	`SELECT 'trial_balance' AS code, coalesce(sum(l.debit), 0) AS expected, coalesce(sum(l.credit), 0) AS found
		FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id WHERE v.state = 'posted'`,
	// How many monthly balances of accounts are not what their vouchers say.
	WRONG_MONTHS,
] as const;

/** The statements that ask for them, for whoever asks for more besides; `tiesOf` reads their answers. */
export const tieSelects = (): Select<Sums>[] => TIES.map((sql) => select<Sums>(sql));
export const tiesOf = (answers: readonly Sums[][]): Tie[] =>
	answers.flat().map((row) => ({ ...row, holds: row.expected === row.found }));

/** Whether the dues, the payments, the receipts and the books say the same, for the health page: reads alone, one round trip. */
export const ledgerTies = async (db: D1Database): Promise<Tie[]> => tiesOf(await readRows(db, ...tieSelects()));
