import { ofSource, stands } from "#db/books/index.ts";

/**
 * SQL for the number of posted and not reversed vouchers of a payment `p`. POSTED is SQL for the sum of their debits.
 */
const STANDING = `(SELECT count(*) FROM vouchers v WHERE ${ofSource("payment", "p.id")} AND ${stands("v")})`;
const POSTED = `(SELECT sum(l.debit) FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id
	WHERE ${ofSource("payment", "p.id")} AND ${stands("v")})`;
/** SQL for the state to which a payment's event leads. */
const LEADS = `CASE e.step WHEN 'verify' THEN 'verified' WHEN 'reject' THEN 'rejected' WHEN 'cancel' THEN 'cancelled'
	WHEN 'reverse' THEN 'reversed' ELSE 'submitted' END`;

/** The invariants of payments, their parts, their receipts, and dues items. */
export const PAYMENTS = {
	// Imported payments were made before these books began: their money is in the opening voucher.
	payment_voucher: `SELECT p.id AS name FROM payments p WHERE p.status = 'verified'
		AND (${STANDING} <> (p.source <> 'import') OR ${POSTED} <> p.amount)`,
	payment_unsettled: `SELECT p.id AS name FROM payments p JOIN vouchers v ON ${ofSource("payment", "p.id")} AND ${stands("v")}
		WHERE p.status <> 'verified'`,
	payment_parts: `SELECT p.id AS name FROM payments p WHERE p.status IN ('verified', 'reversed')
		AND p.amount IS NOT (SELECT sum(amount) FROM payment_allocations WHERE payment_id = p.id)`,
	payment_events: `SELECT p.id AS name FROM payments p LEFT JOIN (SELECT payment_id, count(*) AS many, max(seq) AS last
			FROM payment_events GROUP BY payment_id) n ON n.payment_id = p.id
		LEFT JOIN payment_events e ON e.payment_id = p.id AND e.seq = n.last
		WHERE n.many IS NOT n.last OR e.step IS NULL OR ${LEADS} <> p.status
			OR (e.step = 'verify' AND p.source <> 'import' AND e.user_id IS NOT p.verified_by) OR (e.step = 'reverse' AND e.user_id IS NOT p.reversed_by)`,
	dues_paid: `SELECT d.id AS name FROM dues_items d LEFT JOIN (SELECT a.dues_item_id AS id, sum(a.amount) AS paid FROM payment_allocations a
			JOIN payments p ON p.id = a.payment_id WHERE p.status = 'verified' AND a.dues_item_id IS NOT NULL GROUP BY a.dues_item_id) s
			ON s.id = d.id WHERE d.paid_amount + d.credited_amount <> coalesce(s.paid, 0)`,
	// A part of a payment names the member who owes its dues item, and no merged record.
	dues_owner: `SELECT p.id AS name FROM payments p JOIN payment_allocations a ON a.payment_id = p.id
		JOIN dues_items d ON d.id = a.dues_item_id WHERE p.status = 'verified' AND d.member_id <> a.member_id`,
	// A waived or cancelled dues item has an event about it, and an item's amount is that of its last event with an amount.
	dues_events: `SELECT d.id AS name FROM dues_items d LEFT JOIN dues_events e ON e.id = (SELECT max(id) FROM dues_events
			WHERE dues_item_id = d.id AND (to_amount IS NOT NULL OR kind NOT IN ('corrected', 'reassessed')))
		WHERE (d.status = 'cancelled') <> (coalesce(e.kind, '') = 'cancelled')
			OR (d.status = 'waived' AND d.amount > 0 AND coalesce(e.kind, '') NOT IN ('waived', 'corrected', 'reassessed'))
			OR (d.status <> 'waived' AND coalesce(e.kind, '') = 'waived')
			OR d.amount <> (SELECT to_amount FROM dues_events WHERE dues_item_id = d.id AND to_amount IS NOT NULL ORDER BY id DESC LIMIT 1)`,
	// 溢繳款 is never spent twice; this is checked for the members who spent some.
	credit: `SELECT c.member_id AS name FROM member_credits c WHERE c.credit < 0 AND c.member_id IN (
		SELECT payer_member_id FROM payments WHERE method = 'credit' AND status = 'verified'
		UNION SELECT payee_member_id FROM finance_documents WHERE refund_of = 'credit' AND state IN ('approved', 'paid', 'posted')
		UNION SELECT s.member_id FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id
			WHERE s.refund_of = 'credit' AND d.state IN ('approved', 'paid', 'posted'))`,
	// A valid receipt names one verified payment or one income record that is recorded or posted.
	receipt_of: `SELECT r.number AS name FROM receipts r LEFT JOIN payments p ON p.id = r.payment_id
		LEFT JOIN income_records i ON i.id = r.income_id
		WHERE (r.payment_id IS NULL) = (r.income_id IS NULL) OR (r.status = 'issued' AND (p.status <> 'verified'
			OR p.source = 'import' OR p.method = 'credit' OR i.state NOT IN ('recorded', 'posted')))`,
	receipt_amount: `SELECT max(r.number) AS name FROM receipts r WHERE r.status = 'issued' AND r.payment_id IS NOT NULL
		GROUP BY r.payment_id, r.series HAVING sum(r.amount) > coalesce((SELECT sum(amount) FROM payment_allocations
			WHERE payment_id = r.payment_id AND (kind = 'donation') = (r.series = 'donation')), 0)
		UNION ALL SELECT max(r.number) FROM receipts r JOIN income_records i ON i.id = r.income_id WHERE r.status = 'issued'
		GROUP BY i.id HAVING sum(r.amount) > coalesce(i.amount, 0)`,
} as const;
