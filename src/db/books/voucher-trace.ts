import { financeNumberOf, incomeNumberOf, receiptNumberOf } from "#db/record-numbers.ts";

/**
 * Returns SQL for the JSON of what a voucher (`v`) can be traced by, of a reversal what the reversed one can (Trace of
 * domain/books/vouchers/trace.ts): read by reference and never stored with the voucher, so that a person who is erased
 * is gone from every later print.
 */
export const traceOf = (voucher: string): string =>
	`(SELECT json_object('source', t.source,
		'who', CASE t.source WHEN 'payment' THEN p.payer_title WHEN 'income' THEN i.payer_title WHEN 'finance' THEN f.payee_name END,
		'member_no', (SELECT m.member_no FROM members m WHERE m.id = CASE t.source WHEN 'payment' THEN p.payer_member_id WHEN 'finance' THEN f.payee_member_id END),
		'number', CASE t.source WHEN 'income' THEN ${incomeNumberOf("i")} WHEN 'finance' THEN ${financeNumberOf("f")}
			WHEN 'payment' THEN '收款 ' || p.id WHEN 'deposit' THEN '存款單 ' || t.source_id WHEN 'bank_line' THEN '銀行明細 ' || t.source_id END,
		'receipts', (SELECT group_concat(${receiptNumberOf("r")}, '、') FROM receipts r WHERE r.status = 'issued'
			AND ((t.source = 'payment' AND r.payment_id = p.id) OR (t.source = 'income' AND r.income_id = i.id))),
		'last5', p.last5,
		'files', CASE t.source WHEN 'payment' THEN (SELECT count(*) FROM files x WHERE x.id = p.proof_file_id AND x.deleted_at IS NULL)
			WHEN 'finance' THEN (SELECT count(*) FROM finance_attachments x JOIN files y ON y.id = x.file_id
				WHERE x.document_id = f.id AND y.deleted_at IS NULL) END)
	FROM vouchers t LEFT JOIN payments p ON t.source = 'payment' AND p.id = t.source_id
		LEFT JOIN income_records i ON t.source = 'income' AND i.id = t.source_id
		LEFT JOIN finance_postings g ON t.source = 'finance' AND g.id = t.source_id LEFT JOIN finance_documents f ON f.id = g.document_id
	WHERE t.id = coalesce(${voucher}.reverses_id, ${voucher}.id))`;
