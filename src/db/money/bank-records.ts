import { voucherNumber } from "#db/books/index.ts";
import { financeNumberOf, incomeNumberOf } from "#db/record-numbers.ts";
import type { Part } from "#domain/money/bank/parts.ts";

/** SQL for whose money the record of a part `x` is; with the joins of RECORDS. */
export const RECORD_TITLE = `CASE x.kind WHEN 'payment' THEN p.payer_title WHEN 'income' THEN i.payer_title WHEN 'expense' THEN f.payee_name
	WHEN 'voucher' THEN v.description ELSE '現金存入' END`;
/** SQL for the number of a part's record, NULL for payments and deposits. */
export const RECORD_NUMBER = `CASE x.kind WHEN 'income' THEN ${incomeNumberOf("i")} WHEN 'expense' THEN ${financeNumberOf("f")}
	WHEN 'voucher' THEN ${voucherNumber("v")} END`;
/** The joins of the records of parts, or movements, `x`. */
export const RECORDS = `LEFT JOIN payments p ON x.kind = 'payment' AND p.id = x.record_id
	LEFT JOIN income_records i ON x.kind = 'income' AND i.id = x.record_id
	LEFT JOIN finance_documents f ON x.kind = 'expense' AND f.id = x.record_id
	LEFT JOIN voucher_lines e ON x.kind = 'voucher' AND e.id = x.record_id LEFT JOIN vouchers v ON v.id = e.voucher_id`;

/** Returns SQL: whether a bank line shows a record (its kind, and SQL of its id), or some of it. */
export const isOnLine = (kind: Part["kind"], id: string): string =>
	`EXISTS (SELECT 1 FROM bank_line_parts x WHERE x.kind = '${kind}' AND x.record_id = ${id})`;

/** Returns SQL for the id of the first bank line that shows a record (its kind, and SQL of its id). */
export const firstLineOf = (kind: Part["kind"], id: string): string =>
	`(SELECT min(x.line_id) FROM bank_line_parts x WHERE x.kind = '${kind}' AND x.record_id = ${id})`;

/**
 * Returns SQL for the JSON of a bank line's parts (partsIn of domain/money/bank/parts.ts), in the order in which they
 * were made.
 */
export const partsOf = (lineId: string): string =>
	`(SELECT json_group_array(json_object('id', x.id, 'kind', x.kind, 'record', x.record_id, 'amount', x.amount,
		'isTie', x.is_tie, 'isOwn', coalesce(v.source = 'bank_line' AND v.source_id = x.line_id, 0), 'title', ${RECORD_TITLE}, 'number', ${RECORD_NUMBER},
		'voucher', v.id, 'by', u.name) ORDER BY x.id)
	FROM bank_line_parts x ${RECORDS} LEFT JOIN users u ON u.id = p.verified_by WHERE x.line_id = ${lineId})`;
