import {
	CREDITED,
	differing,
	inAdvance,
	isCashClass,
	ofSource,
	postingAccount,
	stands,
	voucherNumber,
} from "#db/books/index.ts";
import { ACCOUNTS } from "#domain/books/index.ts";

/**
 * The query of what posted vouchers moved by account and month, computed anew from every line. KEPT is the query of
 * what account_months holds of it.
 */
const MOVED = `SELECT l.account_id, substr(v.date, 1, 7) AS month, sum(iif(v.is_closing, 0, l.debit)) AS debit,
		sum(iif(v.is_closing, 0, l.credit)) AS credit, sum(iif(v.is_closing, l.debit, 0)) AS closing_debit,
		sum(iif(v.is_closing, l.credit, 0)) AS closing_credit
	FROM vouchers v CROSS JOIN voucher_lines l ON l.voucher_id = v.id WHERE v.state = 'posted' GROUP BY 1, 2`;
const KEPT = "SELECT account_id, month, debit, credit, closing_debit, closing_credit FROM account_months";

/**
 * FROM and WHERE of the posted voucher lines, each with its account and, for a reversal, the voucher `o` that it
 * reverses.
 */
const POSTED = `FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id JOIN accounts a ON a.id = l.account_id
	LEFT JOIN vouchers o ON o.id = v.reverses_id WHERE v.state = 'posted'`;

/**
 * SQL for the balance that the account of dues received in advance (預收款項) must have from payments, dues, year
 * openings and refunds: payments for years after the voucher's year, minus what year openings turned into income, plus
 * overpayment credit (溢繳款) that is left. What was taken off a dues item before its year came is in the account
 * already.
 */
const ADVANCE = `SELECT (SELECT coalesce(sum(x.amount), 0) FROM payments p JOIN payment_allocations x ON x.payment_id = p.id
			JOIN vouchers v ON ${ofSource("payment", "p.id")} AND v.state = 'posted' AND v.source_seq = 1
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
		- (SELECT coalesce(sum(gross), 0) FROM finance_documents WHERE refund_of = 'credit' AND state IN ('approved', 'paid', 'posted'))
		- (SELECT coalesce(sum(s.gross), 0) FROM finance_shares s JOIN finance_documents f ON f.id = s.document_id
			WHERE s.refund_of = 'credit' AND f.state IN ('approved', 'paid', 'posted')) AS expected,
		(SELECT coalesce(sum(l.credit - l.debit), 0) ${POSTED} AND a.id = ${postingAccount(ACCOUNTS.duesInAdvance)}
			AND (coalesce(o.source, v.source) IN ('payment', 'dues') OR (coalesce(o.source, v.source) = 'opening' AND coalesce(o.source_id, v.source_id) > 0)
				OR (coalesce(o.source, v.source) = 'finance' AND coalesce(o.source_id, v.source_id) IN (SELECT p.id FROM finance_postings p
					JOIN finance_documents d ON d.id = p.document_id WHERE d.refund_of = 'credit' OR d.register = 'refunds')))) AS found`;

/** The query of each number series with how many documents have a number of it, and the highest number. */
const USED = `SELECT 'receipt:' || series AS series, roc_year, count(*) AS many, max(seq) AS top FROM receipts GROUP BY 1, 2
	UNION ALL SELECT 'voucher:' || kind, roc_year, count(*), max(seq) FROM vouchers WHERE state = 'posted' GROUP BY 1, 2`;

/** The invariants of vouchers, the balances that they move, numbers, months and years. */
export const BOOKS = {
	voucher_balanced: `SELECT ${voucherNumber("v")} AS name FROM vouchers v LEFT JOIN voucher_lines l ON l.voucher_id = v.id
		WHERE v.state = 'posted' GROUP BY v.id HAVING count(l.id) < 2 OR sum(l.debit) <> sum(l.credit)`,
	voucher_number: `SELECT v.id AS name FROM vouchers v WHERE v.state = 'posted' AND (v.kind IS NULL OR v.seq IS NULL
		OR v.roc_year IS NOT CAST(substr(v.date, 1, 4) AS INTEGER) - 1911)`,
	// A reversal has the lines of the reversed voucher with debit and credit exchanged. Instead of a cash-class account it may
	// have one of its sub-accounts (vouchers_post_true_reversals of 0042): which ones were active that day is not known later.
	reversals: `SELECT ${voucherNumber("r")} AS name FROM vouchers r LEFT JOIN vouchers v ON v.id = r.reverses_id
		WHERE r.state = 'posted' AND r.source = 'reversal' AND (v.state IS NOT 'posted' OR v.reverses_id IS NOT NULL OR EXISTS (
			SELECT 1 FROM voucher_lines o JOIN accounts a ON a.id = o.account_id WHERE o.voucher_id = v.id AND NOT EXISTS (
				SELECT 1 FROM voucher_lines l WHERE l.voucher_id = r.id AND l.line_no = o.line_no AND l.debit = o.credit AND l.credit = o.debit
					AND (l.account_id = o.account_id OR (length(a.code) = 4 AND ${isCashClass("a.code")}
						AND (SELECT s.code FROM accounts s WHERE s.id = l.account_id) BETWEEN a.code || '-' AND a.code || '.'))))
			OR (SELECT count(*) FROM voucher_lines WHERE voucher_id = v.id) <> (SELECT count(*) FROM voucher_lines WHERE voucher_id = r.id))`,
	// Each source has at most one voucher that is posted and not reversed.
	voucher_once: `SELECT ${voucherNumber("v")} AS name FROM vouchers v WHERE v.source NOT IN ('manual', 'reversal') AND ${stands("v")}
		GROUP BY v.source, v.source_id HAVING count(*) > 1`,
	number_series: `SELECT u.series || ' ' || u.roc_year AS name FROM (${USED}) u LEFT JOIN number_series n USING (series, roc_year)
		WHERE n.last_no IS NOT u.top OR u.many IS NOT n.last_no - n.first_no + 1
		UNION ALL SELECT n.series || ' ' || n.roc_year FROM number_series n WHERE n.last_no >= n.first_no
			AND NOT EXISTS (SELECT 1 FROM (${USED}) u WHERE u.series = n.series AND u.roc_year = n.roc_year)`,
	account_months: `WITH anew AS (${MOVED}) SELECT a.code || ' ' || w.month AS name FROM (
			SELECT account_id, month FROM (SELECT * FROM anew EXCEPT ${KEPT})
			UNION SELECT account_id, month FROM (${KEPT} EXCEPT SELECT * FROM anew)) w JOIN accounts a ON a.id = w.account_id`,
	closed_month_moved: `SELECT ${voucherNumber("v")} AS name FROM periods p JOIN vouchers v ON v.date BETWEEN p.month || '-01' AND p.month || '-31'
		WHERE p.status = 'closed' AND v.state = 'posted' AND v.is_closing = 0 AND v.posted_at > p.closed_at`,
	// A month has the state to which its last event led, and a closed year has twelve closed months.
	closed_months: `SELECT month AS name FROM periods p WHERE (status = 'closed') IS NOT ('close' IS (SELECT step FROM period_events
			WHERE period = p.month AND step IN ('close', 'reopen') ORDER BY id DESC LIMIT 1))
		UNION ALL SELECT v.source_id FROM vouchers v WHERE v.source <> 'manual' AND v.source = 'closing' AND ${stands("v")}
			AND 12 <> (SELECT count(*) FROM periods WHERE status = 'closed' AND month BETWEEN v.source_id || '-01' AND v.source_id || '-12')`,
	closed_years: `SELECT v.source_id || ' ' || a.code AS name FROM vouchers v JOIN accounts a ON a.code >= '4'
		WHERE v.source <> 'manual' AND v.source = 'closing' AND ${stands("v")} AND 0 <> (SELECT coalesce(sum(
			m.debit - m.credit + m.closing_debit - m.closing_credit), 0) FROM account_months m
			WHERE m.account_id = a.id AND m.month <= v.source_id || '-12')`,
	advance: `SELECT expected || ' ≠ ' || found AS name FROM (${ADVANCE}) WHERE expected <> found`,
	// A year's opening fits what is paid and credited now: after a later payment or reversal it has to be posted anew.
	openings: `SELECT y.year AS name FROM (SELECT DISTINCT v.source_id AS year FROM vouchers v
		WHERE v.source <> 'manual' AND v.source = 'opening' AND v.source_id > 0 AND ${stands("v")}) y WHERE EXISTS (${differing("y.year")})`,
} as const;
