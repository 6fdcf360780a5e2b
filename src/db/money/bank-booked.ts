import { voucherNumber } from "#db/books/index.ts";
import { type Select, select } from "#db/read.ts";
import { incomeNumberOf } from "#db/record-numbers.ts";
import type { There } from "#domain/money/bank/matches.ts";
import {
	type EvidenceRow,
	evidenceOfLines,
	OPEN_LINES,
	type OpenLineRow,
	type OwedRow,
	openLines,
	owedByLines,
	type WaitingRow,
	waitingPayments,
} from "./bank-matching.ts";

/**
 * A record that is in the books but not tied to a bank line, with its title and number for a page. The SQL of
 * bookedWithoutLine is the same as in the view bank_lines_booked.
 */
export type BookedRow = There & {
	title: string;
	/** The number of the income record (I115-0007) or of the voucher (收115-0001). */
	number: string | null;
	voucher_id: number | null;
};

const ACCOUNT_KIND = (method: string): string =>
	`CASE ${method} WHEN 'transfer' THEN 'bank' WHEN 'postal' THEN 'postal' END`;
const NEAR = "BETWEEN date(o.booked_on, '-7 days') AND date(o.booked_on, '+7 days')";

/**
 * Selects the booked records without a bank line whose arrived amount is that of an open bank line and whose day is at
 * most seven days from the line's. A payment may also exceed the amount of a postal line by the post office's fee.
 */
export const bookedWithoutLine = (): Select<BookedRow> =>
	select(
		`WITH open AS (SELECT DISTINCT l.amount, l.booked_on FROM (${OPEN_LINES}) looked JOIN bank_lines l ON l.id = looked.id),
			whole AS (SELECT amount, booked_on FROM open
				UNION SELECT l.amount + fees.fee, l.booked_on FROM (${OPEN_LINES}) looked JOIN bank_lines l ON l.id = looked.id
					JOIN bank_accounts b ON b.id = l.bank_account_id AND b.kind = 'postal'
					CROSS JOIN postal_fees fees ON l.fee_amount IN (0, fees.fee))
		SELECT DISTINCT 'payment' AS kind, p.id, p.paid_on AS day, p.amount - p.fee_amount AS amount,
			p.method = 'postal' AND p.fee_amount = 0 AS may_lack_fee, p.last5, p.bank_account_id,
			${ACCOUNT_KIND("p.method")} AS account_kind, p.verified_at AS at, p.payer_title AS title, NULL AS number, NULL AS voucher_id,
			(SELECT json_group_array(DISTINCT a.member_id) FROM payment_allocations a
				WHERE a.payment_id = p.id AND a.member_id IS NOT NULL) AS members
		FROM whole o CROSS JOIN payments p INDEXED BY payments_booked
			ON p.status = 'verified' AND p.amount - p.fee_amount = +o.amount AND p.paid_on ${NEAR}
		WHERE (p.bank_account_id IS NOT NULL OR p.method IN ('transfer', 'postal'))
			AND NOT EXISTS (SELECT 1 FROM bank_lines x WHERE x.payment_id = p.id AND x.status = 'matched')
		UNION ALL
		SELECT DISTINCT 'income', i.id, i.received_on, i.amount - i.fee_amount, 0, NULL, i.bank_account_id, ${ACCOUNT_KIND("i.method")},
			i.recorded_at, i.payer_title, ${incomeNumberOf("i")}, NULL, (SELECT json_group_array(d.member_id) FROM donors d
				WHERE d.id = i.donor_id AND d.member_id IS NOT NULL)
		FROM open o CROSS JOIN income_records i INDEXED BY income_records_booked
			ON i.state IN ('recorded', 'posted') AND i.bank_line_id IS NULL AND i.amount - i.fee_amount = +o.amount AND i.received_on ${NEAR}
		WHERE i.bank_account_id IS NOT NULL OR i.method IN ('transfer', 'postal')
		UNION ALL
		SELECT DISTINCT 'deposit', c.id, c.deposited_on, c.amount, 0, NULL, c.bank_account_id, NULL, c.created_at, '現金存入', NULL, NULL, '[]'
		FROM open o CROSS JOIN cash_deposits c INDEXED BY cash_deposits_booked
			ON c.bank_line_id IS NULL AND c.reversed_at IS NULL AND c.amount = o.amount AND c.deposited_on ${NEAR}
		UNION ALL
		SELECT DISTINCT 'voucher', h.id, h.day, h.amount, 0, NULL, b.id, NULL, h.at, v.description, ${voucherNumber("v")}, v.id,
			(SELECT json_group_array(DISTINCT e.member_id) FROM voucher_lines e WHERE e.voucher_id = v.id AND e.member_id IS NOT NULL)
		FROM open o CROSS JOIN bank_accounts b CROSS JOIN debits_by_hand h
			ON h.account_id = b.account_id AND h.amount = o.amount AND h.day ${NEAR}
		CROSS JOIN vouchers v ON v.id = h.voucher_id
		WHERE NOT EXISTS (SELECT 1 FROM bank_lines x WHERE x.voucher_line_id = h.id)`,
	);

/**
 * Selects the voucher of a debit that was posted by hand, by the id of the debit's voucher line; no row for any other
 * id.
 */
export const voucherOfDebit = (id: number): Select<{ id: number }> =>
	select("SELECT voucher_id AS id FROM debits_by_hand WHERE id = ?", id);

/**
 * Makes all queries that the matching of bank lines needs, for one round trip: openLines, bookedWithoutLine,
 * waitingPayments, evidenceOfLines, owedByLines.
 */
export const matchingSelects = (): [
	Select<OpenLineRow>,
	Select<BookedRow>,
	Select<WaitingRow>,
	Select<EvidenceRow>,
	Select<OwedRow>,
] => [openLines(), bookedWithoutLine(), waitingPayments(), evidenceOfLines(), owedByLines()];
