import { and, isNull, sql } from "drizzle-orm";
import { voucherNumber } from "#db/books/index.ts";
import type { Db } from "#db/commit.ts";
import { creditLeft } from "#db/people/index.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { receiptMarkOf, receiptNumberOf } from "#db/record-numbers.ts";
import { files } from "#db/schema/files.ts";
import type { FileRow } from "#db/system/index.ts";
import type { STAND_IN } from "#domain/books/index.ts";
import type { DuesStatus } from "#domain/money/dues/labels.ts";
import type { PaymentStatus } from "#domain/money/payments/labels.ts";
import type { PaymentStep } from "#domain/money/payments/rules.ts";
import type { DuesKind } from "#domain/people/index.ts";
import { wouldBeOf } from "./dues-would-be.ts";
import { isPaymentStranded, relatedToPayment, type StoredPayment } from "./payments.ts";

/**
 * A payment as its page shows it, with the names behind its ids. Times are UTC milliseconds, days YYYY-MM-DD. `related`
 * is JSON of the users who may not verify it. `next_receipt` is the number, such as 會115-000007, that a receipt issued
 * today would get.
 */
export type PaymentReview = Omit<StoredPayment, "received_on"> & {
	submitted_at: number;
	verified_at: number | null;
	reversed_at: number | null;
	reason: string | null;
	corrects_id: number | null;
	corrected_by: number | null;
	old_receipt_no: string | null;
	payer: string | null;
	payer_no: string | null;
	payer_credit: number;
	submitter: string | null;
	is_own: 0 | 1;
	/** The name of the user who wrote the receipt title, when that is not the user who submitted the payment. */
	titler: string | null;
	verifier: string | null;
	principal: string | null;
	reverser: string | null;
	bank_name: string | null;
	bank_number: string | null;
	content_type: string | null;
	size: number | null;
	voucher: string | null;
	voucher_id: number | null;
	reversal_voucher: string | null;
	reversal_voucher_id: number | null;
	next_receipt: string;
};

/** SQL for the series of the first receipt of a payment `p`: that of dues, unless it has only donations. */
const SERIES_OF_PAYMENT = `iif(EXISTS (SELECT 1 FROM payment_allocations a WHERE a.payment_id = p.id AND a.kind <> 'donation'), 'dues', 'donation')`;

/** Selects a payment for its page. `today` (in Taipei) decides in which year a receipt would be issued. */
export const paymentReview = (id: number, today: string): Select<PaymentReview> =>
	selectOne(
		`SELECT p.id, p.version, p.status, p.source, p.method, p.paid_on, p.amount, p.fee_amount, p.last5, p.bank_account_id,
			p.payer_member_id, p.payer_title, p.receipt_split, p.proof_file_id, p.remark, p.submitted_by, p.verified_by,
			p.on_behalf_of, p.titled_by, t.name AS titler, p.submitted_at, p.verified_at, p.reversed_at, p.reason, p.corrects_id, p.old_receipt_no,
			(SELECT c.id FROM payments c WHERE c.corrects_id = p.id ORDER BY c.id DESC LIMIT 1) AS corrected_by,
			m.name AS payer, m.member_no AS payer_no, s.name AS submitter, p.submitted_by IS m.user_id AS is_own,
			${creditLeft("p.payer_member_id")} AS payer_credit,
			v.name AS verifier, o.name AS principal, r.name AS reverser, b.name AS bank_name, b.number AS bank_number,
			f.content_type, f.size, (SELECT json_group_array(user_id) FROM (${relatedToPayment("?1")})) AS related,
			${isPaymentStranded("?1", "?2")} AS is_stranded, ${voucherNumber("x")} AS voucher, x.id AS voucher_id,
			${voucherNumber("y")} AS reversal_voucher, y.id AS reversal_voucher_id,
			(SELECT ${receiptMarkOf("k.series")} || k.year || '-' || printf('%06d', coalesce((SELECT n.last_no + 1 FROM number_series n
				WHERE n.series = 'receipt:' || k.series AND n.roc_year = k.year), 1))
				FROM (SELECT CAST(substr(?2, 1, 4) AS INTEGER) - 1911 AS year, ${SERIES_OF_PAYMENT} AS series) k) AS next_receipt
		FROM payments p LEFT JOIN members m ON m.id = p.payer_member_id LEFT JOIN users s ON s.id = p.submitted_by
		LEFT JOIN users v ON v.id = p.verified_by LEFT JOIN users o ON o.id = p.on_behalf_of
		LEFT JOIN users r ON r.id = p.reversed_by LEFT JOIN bank_accounts b ON b.id = p.bank_account_id
		LEFT JOIN users t ON t.id = p.titled_by LEFT JOIN files f ON f.id = p.proof_file_id AND f.deleted_at IS NULL
		LEFT JOIN vouchers x INDEXED BY vouchers_of_source ON x.source = 'payment' AND x.source <> 'manual' AND x.source_id = p.id
			AND x.source_seq = 1 AND x.state = 'posted'
		LEFT JOIN vouchers y ON y.reverses_id = x.id AND y.state = 'posted'
		WHERE p.id = ?1`,
		id,
		today,
	);

/** A step in the history of a payment, newest first. */
export type PaymentEvent = {
	step: PaymentStep | "submit";
	reason: string | null;
	at: number;
	by: string | null;
	on_behalf_of: string | null;
};
export const paymentEvents = (id: number): Select<PaymentEvent> =>
	select(
		`SELECT e.step, e.reason, e.at, u.name AS by, o.name AS on_behalf_of FROM payment_events e
		LEFT JOIN users u ON u.id = e.user_id LEFT JOIN users o ON o.id = e.on_behalf_of
		WHERE e.payment_id = ? ORDER BY e.seq DESC`,
		id,
	);

/** A receipt of a payment, voided ones too, ordered by number. */
export type PaymentReceipt = {
	id: number;
	number: string;
	payer_title: string;
	amount: number;
	status: "issued" | "voided";
	reason: string | null;
};
export const receiptsOfPayment = (id: number): Select<PaymentReceipt> =>
	select(
		`SELECT r.id, ${receiptNumberOf("r")} AS number, r.payer_title, r.amount, r.status, r.reason FROM receipts r
		WHERE r.payment_id = ? ORDER BY r.id`,
		id,
	);

/** An open dues item of a payment's members or families. `claims` counts other submitted payments for it. */
export type OpenDue = {
	id: number;
	version: number;
	member_id: number;
	member_no: string | null;
	name: string;
	kind: DuesKind;
	dues_year: number;
	amount: number;
	paid_amount: number;
	discount_percent: number;
	status: DuesStatus;
	claims: number;
};
const OPEN_DUE = `SELECT d.id, d.version, d.member_id, m.member_no, m.name, d.kind, d.dues_year, d.amount, d.paid_amount,
	d.discount_percent, d.status`;
const OWN = "(own.id, own.guardian_member_id, own.second_guardian_id)";
/** Returns the query of members' families (SQL of ids): guardians, dependents, the guardians' dependents. */
const familyOf = (own: string): string => `SELECT f.id FROM members own JOIN members f
	ON f.id IN ${OWN} OR f.guardian_member_id IN ${OWN} OR f.second_guardian_id IN ${OWN}
	WHERE own.id IN (${own}) AND f.merged_into IS NULL`;

/** Selects the open dues items of the families of a payment's members, oldest year first. */
export const openDuesBeside = (paymentId: number): Select<OpenDue> =>
	select(
		`${OPEN_DUE}, (SELECT count(*) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
				WHERE a.dues_item_id = d.id AND p.status = 'submitted' AND p.id <> ?1) AS claims
		FROM dues_items d JOIN members m ON m.id = d.member_id
		WHERE d.status IN ('open', 'partially_paid') AND d.member_id IN (${familyOf(`SELECT payer_member_id FROM payments WHERE id = ?1
			UNION SELECT member_id FROM payment_allocations WHERE payment_id = ?1`)})
		ORDER BY d.dues_year, d.kind DESC, m.id, d.id ${limitTo(100)}`,
		paymentId,
	);

/** Selects the open dues items of a member's family, for which a new payment may be made, at most 100. */
export const openDuesOfFamily = (memberId: number): Select<OpenDue> =>
	select(
		`${OPEN_DUE}, (SELECT count(*) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
				WHERE a.dues_item_id = d.id AND p.status = 'submitted') AS claims
		FROM dues_items d JOIN members m ON m.id = d.member_id
		WHERE d.status IN ('open', 'partially_paid') AND d.member_id IN (${familyOf("?1")})
		ORDER BY d.member_id <> ?1, m.id, d.dues_year, d.kind DESC, d.id ${limitTo(100)}`,
		memberId,
	);

/** Another payment that may be a double: for the same dues item, or of the same day, amount and last five digits. */
export type Alike = {
	id: number;
	status: PaymentStatus;
	payer: string;
	paid_on: string;
	amount: number;
	is_same_item: 0 | 1;
};
export const paymentsAlike = (id: number): Select<Alike> =>
	select(
		`SELECT o.id, o.status, coalesce(m.name, o.payer_title) AS payer, o.paid_on, o.amount, max(found.is_same_item) AS is_same_item
		FROM (
			SELECT b.payment_id AS id, 1 AS is_same_item FROM payment_allocations a
				JOIN payment_allocations b ON b.dues_item_id = a.dues_item_id WHERE a.payment_id = ?1 AND a.dues_item_id IS NOT NULL
			UNION ALL SELECT q.id, 0 FROM payments p JOIN payments q ON q.last5 = p.last5 AND q.paid_on = p.paid_on AND q.amount = p.amount
				WHERE p.id = ?1
		) found JOIN payments o ON o.id = found.id LEFT JOIN members m ON m.id = o.payer_member_id
		WHERE o.id <> ?1 AND (o.status = 'submitted' OR (found.is_same_item = 0 AND o.status IN ('verified', 'rejected')))
		GROUP BY o.id ORDER BY o.id LIMIT 10`,
		id,
	);

/** A payment's matched bank line, or an open line of its amount at most 7 days from its day while it is submitted. */
export type LineBeside = {
	id: number;
	version: number;
	booked_on: string;
	amount: number;
	memo: string;
	last5: string | null;
	status: "unmatched" | "suggested" | "matched";
	account: string;
};
export const linesBeside = (paymentId: number): Select<LineBeside> =>
	select(
		`SELECT l.id, l.version, l.booked_on, l.amount, l.memo, l.last5, l.status, b.name AS account
		FROM payments p JOIN bank_lines l ON l.status IN ('unmatched', 'suggested')
			AND l.booked_on BETWEEN date(p.paid_on, '-7 days') AND date(p.paid_on, '+7 days') AND l.amount - l.explained = p.amount
		JOIN bank_accounts b ON b.id = l.bank_account_id
		WHERE p.id = ?1 AND p.status = 'submitted'
		UNION ALL SELECT l.id, l.version, l.booked_on, l.amount, l.memo, l.last5, l.status, b.name
		FROM bank_line_parts x JOIN bank_lines l ON l.id = x.line_id JOIN bank_accounts b ON b.id = l.bank_account_id
		WHERE x.kind = 'payment' AND x.record_id = ?1 LIMIT 5`,
		paymentId,
	);

/** Selects at most ten names of users who may verify or reverse a payment, or stand in when no verifier can. */
export const verifiersOf = (
	id: number,
	permission: "payments.verify" | "payments.reverse" | typeof STAND_IN,
): Select<{ name: string }> =>
	select(
		`SELECT u.name FROM users u WHERE u.status = 'active'
			AND u.id IN (SELECT x.user_id FROM role_permissions p JOIN user_roles x ON x.role_id = p.role_id WHERE p.permission = ?2)
			AND u.id NOT IN (${relatedToPayment("?1")})
			AND (?2 <> 'payments.reverse' OR NOT EXISTS (SELECT 1 FROM payments WHERE id = ?1 AND u.id IN (verified_by, on_behalf_of)))
		ORDER BY u.name, u.id LIMIT 10`,
		id,
		permission,
	);

/** A dues item of a payment, with its discount compared to the disability certificate that counts today. */
export type DiscountBeside = {
	id: number;
	/** The item's amount by a certificate approved after its assessment; null when it is the same. */
	would_be: number | null;
	/** The last day of the certificate that gave the item its discount, when that certificate has expired. */
	expired_on: string | null;
};

/** Selects the open dues items of a payment with the columns of DiscountBeside; `today` is a day in Taipei. */
export const discountsBeside = (paymentId: number, today: string): Select<DiscountBeside> =>
	select(
		`SELECT d.id, ${wouldBeOf("?2")} AS would_be, iif(d.discount_percent > 0 AND c.valid_until < ?2, c.valid_until, NULL) AS expired_on
		FROM payment_allocations a JOIN dues_items d ON d.id = a.dues_item_id
		LEFT JOIN member_disability v ON v.member_id = d.member_id LEFT JOIN disability_certificates c ON c.id = v.approval_id
		WHERE a.payment_id = ?1 AND d.status IN ('open', 'partially_paid')`,
		paymentId,
		today,
	);

/**
 * The number of certificates that wait for review, the id of the first, and the id of one that belongs to a member of
 * the payment, because its approval may change what the member owes.
 */
export type CertificatesBeside = { waiting: number; first: number | null; own: number | null };
export const certificatesBeside = (paymentId: number): Select<CertificatesBeside> =>
	selectOne(
		`SELECT (SELECT count(*) FROM disability_certificates WHERE status = 'pending') AS waiting,
			(SELECT id FROM disability_certificates WHERE status = 'pending' ORDER BY created_at, id LIMIT 1) AS first,
			(SELECT c.id FROM disability_certificates c WHERE c.status = 'pending'
				AND c.member_id IN (SELECT member_id FROM payment_allocations WHERE payment_id = ?1) ORDER BY c.id LIMIT 1) AS own`,
		paymentId,
	);

/** Returns the file of the proof of a payment, unless it was deleted. */
export const proofFile = (db: Db, id: number): Promise<FileRow | undefined> =>
	db
		.select()
		.from(files)
		.where(and(sql`id = (SELECT proof_file_id FROM payments WHERE id = ${id})`, isNull(files.deletedAt)))
		.get();
