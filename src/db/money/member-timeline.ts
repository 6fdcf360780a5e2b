import { limitTo, type Select, select } from "#db/read.ts";
import { receiptNumberOf } from "#db/record-numbers.ts";
import type { TimelineSql } from "#db/timeline.ts";
import type { PaymentMethod, PaymentSource, PaymentStatus } from "#domain/money/payments/labels.ts";
import { PARTS_JSON } from "./payment-lists.ts";

/** SQL: the payments by a member ?1, or for the dues of that member. */
const PAYMENTS_OF = `FROM payments p LEFT JOIN members w ON w.id = p.payer_member_id LEFT JOIN users u ON u.id = p.submitted_by
	WHERE p.id IN (SELECT id FROM payments WHERE payer_member_id = ?1
		UNION SELECT payment_id FROM payment_allocations WHERE member_id = ?1)`;

/** A payment as an entry. `parts` is the JSON of what it pays, `payer` the name of another member who paid. */
export type PaymentEntry = {
	status: PaymentStatus;
	source: PaymentSource;
	method: PaymentMethod;
	amount: number;
	parts: string;
	payer: string | null;
	submitter: string | null;
	is_own: 0 | 1;
};
export const paymentsInTimeline: TimelineSql = {
	columns: `p.status, p.source, p.method, p.amount, ${PARTS_JSON}, iif(w.id = ?1, NULL, w.name) AS payer,
		u.name AS submitter, coalesce(p.submitted_by = (SELECT user_id FROM members WHERE id = ?1), 0) AS is_own`,
	from: PAYMENTS_OF,
	at: "p.submitted_at",
	id: "p.id",
};

/** A payment in the table of a member's page. `receipts` is JSON: the valid receipts, each with its id and number. */
export type MemberPaymentRow = Pick<PaymentEntry, "status" | "method" | "amount" | "parts"> & {
	id: number;
	paid_on: string;
	old_receipt_no: string | null;
	receipts: string;
};
/** Selects the newest payments by a member or for the member's dues. */
export const paymentsOfMember = (id: number, most: number): Select<MemberPaymentRow> =>
	select(
		`SELECT p.id, p.status, p.method, p.paid_on, p.amount, p.old_receipt_no, ${PARTS_JSON},
			(SELECT json_group_array(json_object('id', r.id, 'number', ${receiptNumberOf("r")}) ORDER BY r.id)
				FROM receipts r WHERE r.payment_id = p.id AND r.status = 'issued') AS receipts
		${PAYMENTS_OF} ORDER BY p.paid_on DESC, p.id DESC ${limitTo(most)}`,
		id,
	);
