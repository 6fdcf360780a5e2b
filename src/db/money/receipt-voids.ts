import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { auditVoidedReceipts } from "#db/books/index.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, selectOne } from "#db/read.ts";
import { receiptNumberOf } from "#db/record-numbers.ts";
import type { IncomeState } from "#domain/money/income/labels.ts";
import type { PaymentMethod, PaymentStatus } from "#domain/money/payments/labels.ts";
import type { ReceiptSeries, ReceiptStatus } from "#domain/money/receipts/labels.ts";
import type { By } from "#kernel/by.ts";
import { relatedToIncome } from "./income.ts";
import { voidReceipts } from "./receipt-writes.ts";

/** The receipt that an action changes; `version` is the version that the user saw. */
export type ReceiptRef = { id: number; version: number };

/** A receipt with the columns that the actions on it check first, with columns of its payment or income record. */
export type StoredReceipt = {
	id: number;
	version: number;
	number: string;
	series: ReceiptSeries;
	status: ReceiptStatus;
	payment_id: number | null;
	member_id: number | null;
	payer_title: string;
	amount: number;
	items: string;
	replaced_by: number | null;
	payment_status: PaymentStatus | null;
	payment_method: PaymentMethod | null;
	payer_member_id: number | null;
	income_id: number | null;
	income_state: IncomeState | null;
	/** The receipt title that the payment or income record gives. */
	given_title: string | null;
};

export const storedReceipt = (id: number): Select<StoredReceipt> =>
	selectOne(
		`SELECT r.id, r.version, ${receiptNumberOf("r")} AS number, r.series, r.status, r.payment_id, r.member_id, r.payer_title, r.amount, r.items,
			r.replaced_by, p.status AS payment_status, p.method AS payment_method, p.payer_member_id,
			r.income_id, i.state AS income_state, coalesce(p.payer_title, i.payer_title) AS given_title
		FROM receipts r LEFT JOIN payments p ON p.id = r.payment_id LEFT JOIN income_records i ON i.id = r.income_id WHERE r.id = ?`,
		id,
	);

/**
 * Refuses with `receipt.own` a receipt of one of these users or their families: as its payer, or as a member it pays
 * for.
 */
export const refuseOwnReceipt = (id: number, users: readonly number[]): Write =>
	refuseWhere(
		"receipt.own",
		sql`EXISTS (SELECT 1 FROM receipt_members o JOIN related_users r ON r.member_id = o.member_id
			WHERE o.receipt_id = ${id} AND r.user_id IN (SELECT value FROM json_each(${JSON.stringify(users)})))
			OR EXISTS (SELECT 1 FROM receipts x WHERE x.id = ${id} AND EXISTS (SELECT 1 FROM (${sql.raw(relatedToIncome("x.income_id"))})
				WHERE user_id IN (SELECT value FROM json_each(${JSON.stringify(users)}))))`,
	);

/** Voids a receipt. Refuses with `receipt.stale` when it was voided or printed since the user saw it. */
export const voidReceipt = ({ id, version }: ReceiptRef, reason: string, by: By): Write[] => [
	voidReceipts(sql`id = ${id} AND version = ${version}`, reason, by),
	guard("receipt.stale"),
];

/** What receipts belong to: a payment, of which one series is meant, or an income record. */
export type ReceiptsOf = { paymentId: number; series: ReceiptSeries } | { incomeId: number };

/**
 * Returns the condition of the receipts that `of` names: those of one series of a payment, or those of an income
 * record.
 */
const ofThat = (of: ReceiptsOf): SQL =>
	"incomeId" in of ? sql`income_id = ${of.incomeId}` : sql`payment_id = ${of.paymentId} AND series = ${of.series}`;

/** Voids the valid receipts of one series of a payment, or those of an income record. */
export const voidOthers = (of: ReceiptsOf, reason: string, by: By): Write => voidReceipts(ofThat(of), reason, by);

/** Returns SQL for the first of the receipts that this batch issued; it comes after their INSERTs. */
const firstOfNow = (of: ReceiptsOf, at: number): SQL =>
	sql`(SELECT min(id) FROM receipts WHERE ${ofThat(of)} AND created_at = ${at} AND status = 'issued')`;

/** Stores, on the receipts that this batch voided, the receipt that replaces them. */
export const replaceVoided = (of: ReceiptsOf, at: number): Write =>
	sql`UPDATE receipts SET replaced_by = ${firstOfNow(of, at)}
		WHERE ${ofThat(of)} AND voided_at = ${at} AND status = 'voided' AND replaced_by IS NULL`;

/**
 * Stores, on a receipt that was voided earlier, the receipt that replaces it. Refuses with `receipt.stale` when it was
 * replaced meanwhile.
 */
export const replaceOne = ({ id, version }: ReceiptRef, of: ReceiptsOf, at: number): Write[] => [
	sql`UPDATE receipts SET replaced_by = ${firstOfNow(of, at)}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND status = 'voided' AND replaced_by IS NULL`,
	guard("receipt.stale"),
];

/**
 * Refuses with `receipt.wrong_state` receipts of a payment that is not verified (any more), or whose sum is more than
 * the payment paid in their series. For an income record the triggers of migration 0029 check this.
 */
export const refuseTooMuch = (of: ReceiptsOf): Write[] =>
	"incomeId" in of
		? []
		: [
				refuseWhere(
					"receipt.wrong_state",
					sql`NOT EXISTS (SELECT 1 FROM payments WHERE id = ${of.paymentId} AND status = 'verified')
						OR (SELECT sum(amount) FROM receipts WHERE ${ofThat(of)} AND status = 'issued')
							> (SELECT sum(amount) FROM payment_allocations WHERE payment_id = ${of.paymentId}
								AND (kind = 'donation') = (${of.series} = 'donation'))`,
				),
			];

/** Writes an audit row for each receipt that this batch issued. */
export const auditIssued = (of: ReceiptsOf, by: By): Write =>
	sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, 'receipt.issue', 'receipt', CAST(id AS TEXT), 'receipt ' || ${sql.raw(receiptNumberOf("receipts"))}, ${by.ip},
			json_object(${"incomeId" in of ? "income" : "payment"}, coalesce(payment_id, income_id), 'amount', amount)
		FROM receipts WHERE ${ofThat(of)} AND created_at = ${by.at} AND status = 'issued' ORDER BY id`;

/** Writes an audit row for each receipt that this batch voided, except the one with the id `except`. */
export const auditVoided = (of: ReceiptsOf, except: number, by: By): Write =>
	auditVoidedReceipts(sql`${ofThat(of)} AND id <> ${except}`, by);

/** Writes a row about a receipt into the audit log: numbers only, no person and no reason. */
export const auditReceipt = (
	db: Db,
	step: string,
	{ id, number, changes = {} }: { id: number; number: string; changes?: Record<string, unknown> },
	by: By,
): Write[] =>
	recordAudit(db, {
		...by,
		action: `receipt.${step}`,
		auditableType: "receipt",
		auditableId: id,
		description: `receipt ${number}`,
		changes,
	});

/** Marks the originals of these receipts as printed, unless printed before; voided receipts have no original. */
export const takeOriginals = (ids: readonly number[], by: By): Write =>
	sql`UPDATE receipts SET original_at = ${by.at}, original_by = ${by.userId}, version = version + 1
		WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND original_at IS NULL AND status = 'issued'`;

/** Refuses with `receipt.wrong_state` a voided receipt. */
export const refuseVoided = (id: number): Write =>
	refuseWhere("receipt.wrong_state", sql`EXISTS (SELECT 1 FROM receipts WHERE id = ${id} AND status <> 'issued')`);

/** Selects the user who printed originals and the time (UTC milliseconds), from the audit row about it. */
export const pressOf = (auditId: number): Select<{ at: number; userId: number | null }> =>
	selectOne("SELECT at, user_id AS userId FROM audit_log WHERE id = ?", auditId);
