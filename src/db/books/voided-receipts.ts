import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { receiptNumberOf } from "#db/record-numbers.ts";
import type { By } from "#kernel/by.ts";

/** Writes an audit row for each receipt for which the condition `which` holds and that this batch voided. */
export const auditVoidedReceipts = (which: SQL, by: By): Write =>
	sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, 'receipt.void', 'receipt', CAST(id AS TEXT), 'receipt ' || ${sql.raw(receiptNumberOf("receipts"))}, ${by.ip}, '{}'
		FROM receipts WHERE ${which} AND voided_at = ${by.at} ORDER BY id`;

/**
 * Writes an audit row for each receipt of donations that this batch voided: the triggers of migration 0099 void them
 * when the whole donation is refunded.
 */
export const auditDonationReceipts = (paymentIds: readonly number[], by: By): Write =>
	auditVoidedReceipts(
		sql`payment_id IN (SELECT value FROM json_each(${JSON.stringify(paymentIds)})) AND series = 'donation'`,
		by,
	);
