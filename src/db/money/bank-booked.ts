import { voucherNumber } from "#db/books/index.ts";
import { type Select, select } from "#db/read.ts";
import { financeNumberOf, incomeNumberOf } from "#db/record-numbers.ts";
import { REST_DAYS } from "#domain/money/bank/candidates.ts";
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
import { isOnLine, RECORD_NUMBER, RECORD_TITLE, RECORDS } from "./bank-records.ts";

/**
 * A record that is in the books but on no bank line, with its title and number for a page. The SQL of bookedWithoutLine
 * is the same as in the view bank_lines_booked.
 */
export type BookedRow = There & {
	title: string;
	/** The number of the income record (I115-0007), the expense request (F115-0007) or the voucher (收115-0001). */
	number: string | null;
	voucher_id: number | null;
};

const ACCOUNT_KIND = (method: string): string =>
	`CASE ${method} WHEN 'transfer' THEN 'bank' WHEN 'postal' THEN 'postal' END`;
const NEAR = "BETWEEN date(o.booked_on, '-7 days') AND date(o.booked_on, '+7 days')";

/** The query of deposits of cash; with RESTS one arm of bookedWithoutLine, as D1 allows five arms of a UNION. */
const DEPOSITS = `SELECT DISTINCT 'deposit', c.id, c.deposited_on, c.amount, 0, NULL, c.bank_account_id, NULL, c.created_at, '現金存入', NULL, NULL, '[]', 0
	FROM open o CROSS JOIN cash_deposits c INDEXED BY cash_deposits_booked
		ON c.reversed_at IS NULL AND c.amount = o.amount AND c.deposited_on ${NEAR}
	WHERE NOT ${isOnLine("deposit", "c.id")}`;

/**
 * The query of what is left of records of which other lines show a part, and that fits an open line `o` of the account;
 * it may come some weeks later (bank_rests, migration 0068).
 */
const RESTS = `SELECT DISTINCT x.kind, x.record_id, x.day, x.amount, 0, p.last5, x.account_id, NULL, x.at, ${RECORD_TITLE}, ${RECORD_NUMBER}, v.id, '[]', 1
	FROM (${OPEN_LINES}) looked JOIN bank_lines l ON l.id = looked.id
	CROSS JOIN bank_rests x ON x.account_id = l.bank_account_id AND x.amount = l.amount - l.explained
		AND x.day BETWEEN date(l.booked_on, '-${REST_DAYS} days') AND date(l.booked_on, '+${REST_DAYS} days') ${RECORDS}
	WHERE NOT EXISTS (SELECT 1 FROM bank_line_parts y WHERE y.line_id = l.id AND y.kind = x.kind AND y.record_id = x.record_id)`;

/**
 * Selects the booked records without a bank line whose arrived amount is what is left of an open bank line and whose
 * day is at most seven days from the line's. A payment may also exceed the amount of a postal line by the post office's
 * fee.
 */
export const bookedWithoutLine = (): Select<BookedRow> =>
	select(
		`WITH open AS (SELECT DISTINCT l.amount - l.explained AS amount, l.booked_on FROM (${OPEN_LINES}) looked JOIN bank_lines l ON l.id = looked.id),
			whole AS (SELECT amount, booked_on FROM open
				UNION SELECT l.amount - l.explained + fees.fee, l.booked_on FROM (${OPEN_LINES}) looked JOIN bank_lines l ON l.id = looked.id
					JOIN bank_accounts b ON b.id = l.bank_account_id AND b.kind = 'postal'
					CROSS JOIN postal_fees fees ON l.fee_amount IN (0, fees.fee))
		SELECT DISTINCT 'payment' AS kind, p.id, p.paid_on AS day, p.amount - p.fee_amount AS amount,
			p.method = 'postal' AND p.fee_amount = 0 AS may_lack_fee, p.last5, p.bank_account_id,
			${ACCOUNT_KIND("p.method")} AS account_kind, p.verified_at AS at, p.payer_title AS title, NULL AS number, NULL AS voucher_id,
			(SELECT json_group_array(DISTINCT a.member_id) FROM payment_allocations a
				WHERE a.payment_id = p.id AND a.member_id IS NOT NULL) AS members, 0 AS is_rest
		FROM whole o CROSS JOIN payments p INDEXED BY payments_booked
			ON p.status = 'verified' AND p.amount - p.fee_amount = +o.amount AND p.paid_on ${NEAR}
		WHERE (p.bank_account_id IS NOT NULL OR p.method IN ('transfer', 'postal'))
			AND NOT ${isOnLine("payment", "p.id")}
		UNION ALL
		SELECT DISTINCT 'income', i.id, i.received_on, i.amount - i.fee_amount, 0, NULL, i.bank_account_id, ${ACCOUNT_KIND("i.method")},
			i.recorded_at, i.payer_title, ${incomeNumberOf("i")}, NULL, (SELECT json_group_array(d.member_id) FROM donors d
				WHERE d.id = i.donor_id AND d.member_id IS NOT NULL), 0
		FROM open o CROSS JOIN income_records i INDEXED BY income_records_booked
			ON i.state IN ('recorded', 'posted') AND i.amount - i.fee_amount = +o.amount AND i.received_on ${NEAR}
		WHERE (i.bank_account_id IS NOT NULL OR i.method IN ('transfer', 'postal')) AND NOT ${isOnLine("income", "i.id")}
		UNION ALL
		SELECT * FROM (${DEPOSITS} UNION ALL ${RESTS})
		UNION ALL
		SELECT DISTINCT 'expense', f.id, f.paid_on, -f.bank_net, 0, NULL, b.id, CASE a.code WHEN '1130' THEN 'bank' WHEN '1140' THEN 'postal' END,
			(SELECT max(s.at) FROM finance_events s WHERE s.document_id = f.id AND s.step = 'pay'), f.payee_name, ${financeNumberOf("f")}, NULL,
			iif(f.payee_member_id IS NULL, '[]', json_array(f.payee_member_id)), 0
		FROM open o CROSS JOIN finance_documents f INDEXED BY finance_documents_paid
			ON f.state IN ('paid', 'posted') AND f.bank_net = -o.amount AND f.paid_on ${NEAR}
		JOIN accounts a ON a.id = f.paid_from LEFT JOIN bank_accounts b ON b.account_id = f.paid_from
		WHERE NOT ${isOnLine("expense", "f.id")} AND (b.id IS NOT NULL OR a.code IN ('1130', '1140'))
		UNION ALL
		SELECT DISTINCT 'voucher', h.id, h.day, h.amount, 0, NULL, b.id, NULL, h.at, v.description, ${voucherNumber("v")}, v.id,
			(SELECT json_group_array(DISTINCT e.member_id) FROM voucher_lines e WHERE e.voucher_id = v.id AND e.member_id IS NOT NULL), 0
		FROM open o CROSS JOIN bank_accounts b CROSS JOIN moves_by_hand h
			ON h.account_id = b.account_id AND h.amount = +o.amount AND h.of_line IS NULL AND h.day ${NEAR}
		CROSS JOIN vouchers v ON v.id = h.voucher_id
		WHERE NOT ${isOnLine("voucher", "h.id")}`,
	);

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
