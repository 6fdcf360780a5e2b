import { ofSource, stands } from "#db/books/index.ts";

const standing = (source: string, id: string): string =>
	`(SELECT count(*) FROM vouchers v WHERE ${ofSource(source, id)} AND ${stands("v")})`;
const came = (sum: string, source: string, id: string): string =>
	`(SELECT sum(${sum}) FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id WHERE ${ofSource(source, id)} AND ${stands("v")})`;
/** Returns SQL for how many posted and not reversed vouchers of a kind a finance document `d` has. */
const postings = (
	kind: string,
): string => `(SELECT count(*) FROM finance_postings o JOIN vouchers v ON ${ofSource("finance", "o.id")}
	AND ${stands("v")} WHERE o.document_id = d.id AND o.kind = '${kind}')`;

/** Returns SQL for what bank lines show of the record that a row names by kind and record_id; NULL where none does. */
const usedOf = (row: string): string =>
	`(SELECT sum(u.amount) FROM bank_line_parts u WHERE u.kind = ${row}.kind AND u.record_id = ${row}.record_id)`;

/** The invariants of income records, deposits, finance documents, bank lines and files. */
export const OTHERS = {
	income_voucher: `SELECT i.id AS name FROM income_records i WHERE ${standing("income", "i.id")} <> (i.state = 'posted' AND i.is_in_kind = 0)
		OR (i.state = 'posted' AND i.is_in_kind = 0 AND ${came("l.debit", "income", "i.id")} <> i.amount)`,
	// The numbers of income records (I115-0007) and finance documents (F115-0142) have no gaps and begin at 1 each year.
	document_numbers: `SELECT 'I' || roc_year AS name FROM income_records WHERE seq IS NOT NULL GROUP BY roc_year
			HAVING min(seq) <> 1 OR max(seq) <> count(*)
		UNION ALL SELECT 'F' || roc_year FROM finance_documents WHERE seq IS NOT NULL GROUP BY roc_year HAVING min(seq) <> 1 OR max(seq) <> count(*)`,
	// A deposit's amount is the sum of its parts; each part is in one deposit only, and its money was received.
	deposits: `SELECT d.id AS name FROM cash_deposits d LEFT JOIN cash_deposit_items c ON c.deposit_id = d.id
			LEFT JOIN payments p ON p.id = c.payment_id LEFT JOIN income_records i ON i.id = c.income_id
		GROUP BY d.id HAVING ${standing("deposit", "d.id")} <> (d.reversed_at IS NULL)
			OR d.amount IS NOT sum(coalesce(p.amount - p.fee_amount, i.amount - i.fee_amount))
			OR ${came("l.debit", "deposit", "d.id")} <> d.amount OR max(c.is_released <> (d.reversed_at IS NOT NULL))
			OR (d.reversed_at IS NULL AND (max(p.status <> 'verified') = 1 OR max(i.state NOT IN ('recorded', 'posted')) = 1))`,
	finance_events: `SELECT d.id AS name FROM finance_documents d LEFT JOIN (SELECT document_id, count(*) AS many, max(seq) AS last
			FROM finance_events GROUP BY document_id) n ON n.document_id = d.id
		LEFT JOIN finance_events e ON e.document_id = d.id AND e.seq = n.last
		WHERE n.many IS NOT n.last OR coalesce(e.to_state, 'draft') <> d.state`,
	// At least two users approved. One user may make two reviews only under a resolution that the event names; approvals by
	// stand-ins are exempt.
	finance_people: `SELECT d.id AS name FROM finance_documents d WHERE d.state IN ('approved', 'paid', 'posted') AND (
			2 > (SELECT count(DISTINCT e.user_id) + max(e.stands_in) FROM finance_events e
				WHERE e.document_id = d.id AND e.revision = d.revision AND e.act LIKE 'approve_%')
			OR EXISTS (SELECT 1 FROM finance_events a JOIN finance_events b ON b.document_id = d.id AND b.revision = d.revision AND b.user_id = a.user_id
					AND b.seq > a.seq AND b.act LIKE 'approve_%' AND b.stands_in + a.stands_in = 0 LEFT JOIN concurrent_posts c ON c.id = b.concurrent_post_id AND c.user_id = b.user_id
				WHERE a.document_id = d.id AND a.revision = d.revision AND a.act LIKE 'approve_%' AND c.id IS NULL))`,
	finance_voucher: `SELECT d.id AS name FROM finance_documents d WHERE ${postings("payment")} <> (d.state = 'posted')
		OR ${postings("approval")} <> iif(d.is_refund = 1, d.state IN ('approved', 'paid', 'posted'),
			d.state = 'posted' AND d.employer_labour + d.employer_health + d.employer_pension > 0)`,
	finance_amounts: `SELECT d.id AS name FROM finance_documents d LEFT JOIN finance_revisions r ON r.document_id = d.id AND r.revision = d.revision
		WHERE d.state <> 'draft' AND (d.state <> 'returned' AND d.gross IS NOT (SELECT sum(amount) FROM finance_lines WHERE document_id = d.id)
			OR d.content_hash IS NOT r.content_hash)`,
	// A bank line is explained by parts that sum to it, each of a record that is in the books, which is used up to its amount; what is
	// left of it is its rest.
	bank_lines: `SELECT l.id AS name FROM bank_lines l
		WHERE l.explained <> coalesce((SELECT sum(x.amount) FROM bank_line_parts x WHERE x.line_id = l.id), 0)
			OR abs(l.explained) > abs(l.amount) OR (l.status = 'matched') <> (l.explained = l.amount) OR (l.status = 'ignored' AND l.explained <> 0)
			OR (l.explained NOT IN (0, l.amount) AND EXISTS (SELECT 1 FROM bank_lines_suspended q WHERE q.line_id = l.id))
		UNION SELECT x.line_id FROM bank_line_parts x JOIN bank_lines l ON l.id = x.line_id JOIN bank_accounts b ON b.id = l.bank_account_id
			LEFT JOIN bank_movements m ON m.kind = x.kind AND m.record_id = x.record_id
		WHERE m.record_id IS NULL OR x.amount * m.amount <= 0
			OR coalesce(m.account_id, iif(m.account_kind = b.kind, b.id, 0)) <> b.id
			OR abs(${usedOf("x")}) > abs(m.amount)
			OR m.amount - ${usedOf("x")} <> coalesce((SELECT r.amount FROM bank_rests r WHERE r.kind = x.kind AND r.record_id = x.record_id), 0)
		UNION SELECT r.record_id FROM bank_rests r WHERE ${usedOf("r")} IS NULL
		UNION SELECT d.bank_line_id FROM finance_documents d JOIN bank_lines l ON l.id = d.bank_line_id
		WHERE d.refund_of = 'suspense' AND d.state IN ('approved', 'paid', 'posted') AND l.status = 'matched'
		UNION SELECT s.bank_line_id FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id JOIN bank_lines l ON l.id = s.bank_line_id
		WHERE d.state IN ('approved', 'paid', 'posted') AND l.status = 'matched'`,
	// The file of a proof exists, unless its person was erased.
	files: `SELECT f.id AS name FROM files f WHERE f.deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM finance_attachments t
			JOIN finance_documents d ON d.id = t.document_id WHERE t.file_id = f.id AND d.state <> 'draft')
		UNION ALL SELECT p.id FROM payments p JOIN files f ON f.id = p.proof_file_id
			WHERE f.purpose <> 'payment_proof' OR f.subject_id <> CAST(p.id AS TEXT)
				OR (f.deleted_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM audit_log
					WHERE action = 'file.delete' AND auditable_type = 'file' AND auditable_id = CAST(f.id AS TEXT)))`,
} as const;
