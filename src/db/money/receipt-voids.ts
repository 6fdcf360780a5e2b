import { type SQL, sql } from "drizzle-orm";
import { auditVoidedReceipts } from "#db/books/voided-receipts.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, selectOne } from "#db/read.ts";
import { recordAudit } from "#db/system/audit.ts";
import { receiptNumberOf } from "#db/system/record-numbers.ts";
import type { IncomeState } from "#domain/money/income/labels.ts";
import type { PaymentMethod, PaymentStatus } from "#domain/money/payments/labels.ts";
import type { ReceiptSeries, ReceiptStatus } from "#domain/money/receipts/labels.ts";
import type { By } from "#kernel/by.ts";
import { relatedToIncome } from "./income.ts";
import { voidReceipts } from "./receipt-writes.ts";

/** What an action on a receipt starts from: `version` is the one that was seen. */
export type ReceiptRef = { id: number; version: number };

/** A receipt as its verbs start from it, with what its payment says. */
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
	/** The title that its money came under. */
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

/** Refuses, as `receipt.own`, a receipt of one's own or the family's: the payer's, or of whom it pays for. */
export const refuseOwnReceipt = (id: number, users: readonly number[]): Write =>
	refuseWhere(
		"receipt.own",
		sql`EXISTS (SELECT 1 FROM receipt_members o JOIN related_users r ON r.member_id = o.member_id
			WHERE o.receipt_id = ${id} AND r.user_id IN (SELECT value FROM json_each(${JSON.stringify(users)})))
			OR EXISTS (SELECT 1 FROM receipts x WHERE x.id = ${id} AND EXISTS (SELECT 1 FROM (${sql.raw(relatedToIncome("x.income_id"))})
				WHERE user_id IN (SELECT value FROM json_each(${JSON.stringify(users)}))))`,
	);

/** Voids a receipt. Refuses `receipt.stale`: voided or printed since it was seen. */
export const voidReceipt = ({ id, version }: ReceiptRef, reason: string, by: By): Write[] => [
	voidReceipts(sql`id = ${id} AND version = ${version}`, reason, by),
	guard("receipt.stale"),
];

/** What receipts are of: a payment, by their series, or an income record. */
export type ReceiptsOf = { paymentId: number; series: ReceiptSeries } | { incomeId: number };

/** Which receipts that are. */
const ofThat = (of: ReceiptsOf): SQL =>
	"incomeId" in of ? sql`income_id = ${of.incomeId}` : sql`payment_id = ${of.paymentId} AND series = ${of.series}`;

/** Voids the other receipts of a payment's series that still count. */
export const voidOthers = (of: ReceiptsOf, reason: string, by: By): Write => voidReceipts(ofThat(of), reason, by);

/** The first of the receipts that were issued in this batch, behind their INSERTs. */
const firstOfNow = (of: ReceiptsOf, at: number): SQL =>
	sql`(SELECT min(id) FROM receipts WHERE ${ofThat(of)} AND created_at = ${at} AND status = 'issued')`;

/** Says what took the place of what this batch voided. */
export const replaceVoided = (of: ReceiptsOf, at: number): Write =>
	sql`UPDATE receipts SET replaced_by = ${firstOfNow(of, at)}
		WHERE ${ofThat(of)} AND voided_at = ${at} AND status = 'voided' AND replaced_by IS NULL`;

/** Says what took the place of one that was voided before. Refuses `receipt.stale`: it has another by now. */
export const replaceOne = ({ id, version }: ReceiptRef, of: ReceiptsOf, at: number): Write[] => [
	sql`UPDATE receipts SET replaced_by = ${firstOfNow(of, at)}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND status = 'voided' AND replaced_by IS NULL`,
	guard("receipt.stale"),
];

/**
 * Refuses, as `receipt.wrong_state`, receipts of a payment that is not verified (any more), or that together are more than
 * what it paid of their series. Of an income record the triggers of 0029 see to that.
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

/** Notes that these receipts were issued in this batch, a row for each. */
export const auditIssued = (of: ReceiptsOf, by: By): Write =>
	sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, 'receipt.issue', 'receipt', CAST(id AS TEXT), 'receipt ' || ${sql.raw(receiptNumberOf("receipts"))}, ${by.ip},
			json_object(${"incomeId" in of ? "income" : "payment"}, coalesce(payment_id, income_id), 'amount', amount)
		FROM receipts WHERE ${ofThat(of)} AND created_at = ${by.at} AND status = 'issued' ORDER BY id`;

/** Notes the other receipts that this batch voided, a row for each. */
export const auditVoided = (of: ReceiptsOf, except: number, by: By): Write =>
	auditVoidedReceipts(sql`${ofThat(of)} AND id <> ${except}`, by);

/** A row in the audit log: numbers alone, no person and no reason. */
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

/** Takes the originals that are still there; what is void gives none. */
export const takeOriginals = (ids: readonly number[], by: By): Write =>
	sql`UPDATE receipts SET original_at = ${by.at}, original_by = ${by.userId}, version = version + 1
		WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND original_at IS NULL AND status = 'issued'`;

/** Refuses, as `receipt.wrong_state`, a receipt that does not count any more. */
export const refuseVoided = (id: number): Write =>
	refuseWhere("receipt.wrong_state", sql`EXISTS (SELECT 1 FROM receipts WHERE id = ${id} AND status <> 'issued')`);

/** Who printed originals, and when, by the row that notes it. */
export const pressOf = (auditId: number): Select<{ at: number; userId: number | null }> =>
	selectOne("SELECT at, user_id AS userId FROM audit_log WHERE id = ?", auditId);
