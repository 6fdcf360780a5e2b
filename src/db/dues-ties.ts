import { readRows, type Select, select } from "#db/read.ts";

/** Something that must come to the same in two places, or to nothing. `expected` and `found` are NT$ or counts. */
export type Tie = {
	code: "advance" | "receipt_gaps" | "paid_amounts" | "trial_balance";
	expected: number;
	found: number;
	holds: boolean;
};
type Sums = Pick<Tie, "code" | "expected" | "found">;

/** What every voucher of payments and dues says of 預收款項, and the books' side of what it stands for. */
const POSTED = `FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id JOIN accounts a ON a.id = l.account_id
	LEFT JOIN vouchers o ON o.id = v.reverses_id WHERE v.state = 'posted'`;

const TIES = `
	-- 2120 of payments and dues: what was paid for years behind the voucher's, and credit that is left. What was taken off
	-- an item before its year came lies in 2120 already: no voucher moved it.
	SELECT 'advance' AS code,
		(SELECT coalesce(sum(x.amount), 0) FROM payments p JOIN payment_allocations x ON x.payment_id = p.id
			JOIN vouchers v ON v.source <> 'manual' AND v.source = 'payment' AND v.source_id = p.id AND v.state = 'posted' AND v.source_seq = 1
			JOIN dues_items d ON d.id = x.dues_item_id
			WHERE p.status = 'verified' AND d.dues_year > CAST(substr(v.date, 1, 4) AS INTEGER))
		+ (SELECT coalesce(sum(x.amount), 0) FROM payments p JOIN payment_allocations x ON x.payment_id = p.id
			WHERE p.status = 'verified' AND p.source <> 'import' AND x.kind = 'credit')
		+ (SELECT coalesce(sum(d.credited_amount), 0) FROM dues_items d WHERE d.credited_amount > 0
			AND EXISTS (SELECT 1 FROM vouchers v WHERE v.source <> 'manual' AND v.source = 'dues' AND v.source_id = d.id
				AND v.state = 'posted' AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id)))
		- (SELECT coalesce(sum(amount), 0) FROM payments WHERE status = 'verified' AND method = 'credit') AS expected,
		(SELECT coalesce(sum(l.credit - l.debit), 0) ${POSTED} AND a.code = '2120'
			AND coalesce(o.source, v.source) IN ('payment', 'dues')) AS found
	UNION ALL
	-- Receipts run from the first to the last of their series without a gap.
	SELECT 'receipt_gaps', coalesce(sum(last_no - first_no + 1), 0), (SELECT count(*) FROM receipts)
		FROM number_series WHERE series LIKE 'receipt:%'
	UNION ALL
	-- How many items say another amount was paid than their verified payments do.
	SELECT 'paid_amounts', 0, count(*) FROM dues_items d
		LEFT JOIN (SELECT a.dues_item_id AS id, sum(a.amount) AS paid FROM payment_allocations a
			JOIN payments p ON p.id = a.payment_id WHERE p.status = 'verified' AND a.dues_item_id IS NOT NULL GROUP BY a.dues_item_id) s
			ON s.id = d.id
		WHERE d.paid_amount + d.credited_amount <> coalesce(s.paid, 0)
	UNION ALL
	SELECT 'trial_balance', coalesce(sum(l.debit), 0), coalesce(sum(l.credit), 0)
		FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id WHERE v.state = 'posted'`;

const ties = (): Select<Sums> => select(TIES);

/** Whether the dues, the payments, the receipts and the books say the same, for the health page: reads alone, one round trip. */
export async function ledgerTies(db: D1Database): Promise<Tie[]> {
	const [rows] = await readRows(db, ties());
	return rows.map((row) => ({ ...row, holds: row.expected === row.found }));
}
