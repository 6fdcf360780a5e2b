import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/commit.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { receiptNumberOf } from "#db/record-numbers.ts";
import { files } from "#db/schema/files.ts";
import type { FileRow } from "#db/system/index.ts";
import type { AllocationKind, PaymentMethod, PaymentSource, PaymentStatus } from "#domain/money/payments/labels.ts";
import type { DisabilityStatus, DuesKind } from "#domain/people/index.ts";
import { isOthersPayment, scopeOf } from "./own-dues.ts";

/**
 * Returns the common table expression `seen`: the payments that a user may see. `whole` is 1 when the user sent the
 * payment online or acts for its payer; of any other payment the user only sees the parts of members whose dues the
 * user pays (`scope`, from scopeOf). What may be another guardian's payment is not among them (isOthersPayment). CROSS JOIN is needed, or SQLite scans the payments of all members first.
 */
const seenBy = (
	user: string,
): string => `${scopeOf(user)}, seen AS MATERIALIZED (SELECT u.id, max(u.whole) AS whole FROM (
	SELECT id, 1 AS whole FROM payments WHERE submitted_by = ${user} AND source = 'member'
	UNION ALL SELECT p.id, 1 FROM scope s CROSS JOIN payments p ON p.payer_member_id = s.id WHERE s.acts AND NOT ${isOthersPayment("s", user)}
	UNION ALL SELECT a.payment_id, 0 FROM scope s CROSS JOIN payment_allocations a ON a.member_id = s.id
			CROSS JOIN payments p ON p.id = a.payment_id
		WHERE (s.acts OR a.kind <> 'donation') AND NOT ${isOthersPayment("s", user)}) u
	WHERE NOT EXISTS (SELECT 1 FROM payment_allocations b JOIN banned_users k ON k.member_id = b.member_id
		WHERE b.payment_id = u.id AND k.user_id = ${user}) GROUP BY u.id)`;

const SEEN = seenBy("?1");

/**
 * The condition whether a part `a` of a seen payment `v` is shown; `s` is the part's member in `scope`, if the member
 * is there.
 */
const PART_SHOWN = `(v.whole OR (s.id IS NOT NULL AND (s.acts OR a.kind <> 'donation') AND NOT ${isOthersPayment("s", "?1")}))`;

/**
 * The condition whether the user may open a receipt `r` of a seen payment `v` (its row is `p`): the receipt must show
 * nothing about members outside the user's scope.
 */
const RECEIPT_SHOWN = `(v.whole
	OR (p.receipt_split = 'per_member' AND EXISTS (SELECT 1 FROM scope o WHERE o.id = r.member_id AND r.series = 'dues'
		AND NOT ${isOthersPayment("o", "?1")}))
	OR NOT EXISTS (SELECT 1 FROM payment_allocations b LEFT JOIN scope o ON o.id = b.member_id
		WHERE b.payment_id = p.id AND (o.id IS NULL OR (NOT o.acts AND b.kind = 'donation') OR ${isOthersPayment("o", "?1")})))`;

/** A part of a payment in the user's history. Times are UTC milliseconds, days YYYY-MM-DD in Taipei. */
export type OwnPart = {
	payment_id: number;
	/** The member the part is for; null for a donation that belongs to no member. */
	member_id: number | null;
	name: string | null;
	own: 0 | 1;
	kind: AllocationKind;
	item_id: number | null;
	item_kind: DuesKind | null;
	dues_year: number | null;
	amount: number;
	/** The disability status that the payment's part stored for the member; null when it is not open to the user. */
	disability_status: DisabilityStatus | null;
	/** 1 when the fee was counted with the discount of an approved certificate. */
	is_discounted: 0 | 1;
	status: PaymentStatus;
	source: PaymentSource;
	paid_on: string;
	verified_at: number | null;
	old_receipt_no: string | null;
	receipt_id: number | null;
	receipt_no: string | null;
};

const partsOf = (
	more = "",
): string => `SELECT ${more} p.id AS payment_id, a.member_id, m.name, coalesce(s.own, 0) AS own, a.kind, a.dues_item_id AS item_id,
		d.kind AS item_kind, d.dues_year, a.amount, iif(s.reads, a.disability_status, NULL) AS disability_status,
		coalesce(s.reads AND d.discount_percent > 0, 0) AS is_discounted, p.status, p.source, p.paid_on, p.verified_at, p.old_receipt_no, r.id AS receipt_id, ${receiptNumberOf("r")} AS receipt_no
	FROM seen v JOIN payments p ON p.id = v.id JOIN payment_allocations a ON a.payment_id = p.id
	LEFT JOIN scope s ON s.id = a.member_id LEFT JOIN members m ON m.id = a.member_id
	LEFT JOIN dues_items d ON d.id = a.dues_item_id
	LEFT JOIN receipts r ON r.id = (SELECT max(r.id) FROM receipts r WHERE r.payment_id = p.id AND r.status = 'issued'
		AND (r.series = 'donation') = (a.kind = 'donation')
		AND (a.kind = 'donation' OR p.receipt_split = 'one' OR r.member_id = a.member_id) AND ${RECEIPT_SHOWN})
	WHERE ${PART_SHOWN}`;

/** A row of the history; `total` is the number of all rows. */
export type OwnHistoryRow = OwnPart & { total: number };

/** Selects the payment history of a user, newest first. */
export const ownHistory = (
	userId: number,
	{ take, skip = 0 }: { take: number; skip?: number },
): Select<OwnHistoryRow> =>
	select(
		`WITH ${SEEN} ${partsOf("count(*) OVER () AS total,")} ORDER BY p.paid_on DESC, p.id DESC, a.id ${limitTo(take, skip)}`,
		userId,
	);

/** Selects the payment history of one member, newest first, for the member's guardian. */
export const historyOfMember = (userId: number, memberId: number, take: number): Select<OwnPart> =>
	select(
		`WITH ${SEEN} ${partsOf()} AND a.member_id = ?2 AND s.id IS NOT NULL ORDER BY p.paid_on DESC, p.id DESC, a.id ${limitTo(take)}`,
		userId,
		memberId,
	);

/** Selects the parts of a payment that are shown to the user, in their order. */
export const ownParts = (userId: number, paymentId: number): Select<OwnPart> =>
	select(`WITH ${SEEN} ${partsOf()} AND p.id = ?2 ORDER BY a.id`, userId, paymentId);

/**
 * A payment as a user sees it; the columns that only the payer may know are null when the user sees only a part of it.
 */
export type OwnPayment = {
	id: number;
	version: number;
	whole: 0 | 1;
	/** Whether the user sent the payment, and so may change it until it is verified. */
	mine: 0 | 1;
	status: PaymentStatus;
	source: PaymentSource;
	method: PaymentMethod;
	paid_on: string;
	submitted_at: number;
	verified_at: number | null;
	old_receipt_no: string | null;
	reason: string | null;
	amount: number | null;
	last5: string | null;
	payer_title: string | null;
	receipt_split: "one" | "per_member";
	remark: string | null;
	bank_account_id: number | null;
	account: string | null;
	proof_id: number | null;
	proof_type: string | null;
};

/** Selects a payment for a user who may see it; no row for any other user. */
export const ownPayment = (userId: number, id: number): Select<OwnPayment> =>
	selectOne(
		`WITH ${SEEN}
		SELECT p.id, p.version, v.whole, (p.source = 'member' AND p.submitted_by = ?1) AS mine, p.status, p.source, p.method,
			p.paid_on, p.submitted_at, p.verified_at, p.old_receipt_no, iif(v.whole, p.reason, NULL) AS reason,
			iif(v.whole, p.amount, NULL) AS amount, iif(v.whole, p.last5, NULL) AS last5,
			iif(v.whole, p.payer_title, NULL) AS payer_title, p.receipt_split, iif(v.whole, p.remark, NULL) AS remark,
			iif(v.whole, p.bank_account_id, NULL) AS bank_account_id,
			iif(v.whole, trim(b.bank_name || ' ' || b.branch) || ' ' || b.number, NULL) AS account,
			iif(v.whole, f.id, NULL) AS proof_id, iif(v.whole, f.content_type, NULL) AS proof_type
		FROM seen v JOIN payments p ON p.id = v.id LEFT JOIN bank_accounts b ON b.id = p.bank_account_id
		LEFT JOIN files f ON f.id = p.proof_file_id AND f.deleted_at IS NULL
		WHERE p.id = ?2`,
		userId,
		id,
	);

/** A receipt of a payment, for the list on the payment's page. */
export type OwnReceiptRow = { id: number; number: string; amount: number; status: "issued" | "voided" };
export const ownReceipts = (userId: number, paymentId: number): Select<OwnReceiptRow> =>
	select(
		`WITH ${SEEN}
		SELECT r.id, ${receiptNumberOf("r")} AS number, r.amount, r.status FROM seen v JOIN payments p ON p.id = v.id JOIN receipts r ON r.payment_id = p.id
		WHERE p.id = ?2 AND ${RECEIPT_SHOWN} ORDER BY r.id`,
		userId,
		paymentId,
	);

/** Selects the receipt title (抬頭) that the user gave last time. */
export const lastTitle = (userId: number): Select<{ payer_title: string }> =>
	selectOne(
		"SELECT payer_title FROM payments WHERE submitted_by = ? AND source = 'member' ORDER BY id DESC LIMIT 1",
		userId,
	);

/** Returns the proof of a payment to a user who may see the whole payment; undefined to any other user. */
export const ownProof = (db: Db, userId: number, paymentId: number): Promise<FileRow | undefined> =>
	db
		.select(getTableColumns(files))
		.from(files)
		.where(
			and(
				isNull(files.deletedAt),
				eq(
					files.id,
					sql`(WITH ${sql.raw(seenBy(String(Math.trunc(userId))))} SELECT p.proof_file_id
						FROM seen v JOIN payments p ON p.id = v.id WHERE v.whole AND p.id = ${paymentId})`,
				),
			),
		)
		.get();

/** Selects the payment of a receipt that the user may open; no row for any other user. */
export const ownReceipt = (userId: number, id: number): Select<{ payment_id: number }> =>
	selectOne(
		`WITH ${SEEN}
		SELECT p.id AS payment_id FROM receipts r JOIN seen v ON v.id = r.payment_id JOIN payments p ON p.id = v.id
		WHERE r.id = ?2 AND ${RECEIPT_SHOWN}`,
		userId,
		id,
	);
