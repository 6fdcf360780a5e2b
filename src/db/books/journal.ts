import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { VOUCHER_COLUMNS, type VoucherKind, type VoucherRow } from "./voucher-reads.ts";
import { traceOf } from "./voucher-trace.ts";
import { voucherNumber } from "./vouchers.ts";

/**
 * The filter of posted vouchers: between two days, of a kind, with the words `q` in the number, the text or a line's
 * memo.
 */
export type JournalFilter = { from: string; to: string; kind?: VoucherKind | undefined; q?: string | undefined };

/** Returns the condition (SQL over `vouchers v`) of a filter, and its parameters. */
export function conditions({ from, to, kind, q }: JournalFilter): { where: string; params: string[] } {
	const params = [from, to];
	const where = ["v.state = 'posted'", "v.date BETWEEN ?1 AND ?2"];
	if (kind) where.push(`v.kind = ?${params.push(kind)}`);
	if (q) {
		const text = `?${params.push(q)}`;
		where.push(`(instr(${voucherNumber("v")}, ${text}) > 0 OR instr(v.description, ${text}) > 0
			OR EXISTS (SELECT 1 FROM voucher_lines w WHERE w.voucher_id = v.id AND instr(w.memo, ${text}) > 0))`);
	}
	return { where: where.join(" AND "), params };
}

/** A voucher with what it can be traced by, as JSON (traceIn of domain/books/vouchers/trace.ts). */
export type JournalRow = VoucherRow & { trace: string };
/** Selects one page of the journal (日記簿), in the order of the books. */
export function journal(filter: JournalFilter, page: { rows: number; page: number }): Select<JournalRow> {
	const { where, params } = conditions(filter);
	return select(
		`SELECT ${VOUCHER_COLUMNS}, ${traceOf("v")} AS trace FROM vouchers v WHERE ${where}
		ORDER BY v.date, v.id ${limitTo(page.rows, (page.page - 1) * page.rows)}`,
		...params,
	);
}

/** Counts the vouchers of a filter and sums their debits. */
export function journalSums(filter: JournalFilter): Select<{ vouchers: number; total: number }> {
	const { where, params } = conditions(filter);
	return selectOne(
		`SELECT count(*) AS vouchers, coalesce(sum((SELECT sum(l.debit) FROM voucher_lines l WHERE l.voucher_id = v.id)), 0) AS total
		FROM vouchers v WHERE ${where}`,
		...params,
	);
}

/** A line of a voucher as exported files show it. */
export type JournalLine = {
	date: string;
	number: string;
	description: string;
	code: string;
	name: string;
	memo: string;
	debit: number;
	credit: number;
	member_no: string | null;
	project: string | null;
	/** What the voucher can be traced by, as JSON. */
	trace: string;
};

/** Selects the lines of the vouchers of a filter, in the order of the books, at most `rows`. */
export function journalLines(filter: JournalFilter, rows: number): Select<JournalLine> {
	const { where, params } = conditions(filter);
	return select(
		`SELECT v.date, ${voucherNumber("v")} AS number, v.description, a.code, a.name, l.memo, l.debit, l.credit, m.member_no,
			p.name AS project, ${traceOf("v")} AS trace
		FROM vouchers v CROSS JOIN voucher_lines l ON l.voucher_id = v.id JOIN accounts a ON a.id = l.account_id
		LEFT JOIN members m ON m.id = l.member_id LEFT JOIN projects p ON p.id = l.project_id
		WHERE ${where} ORDER BY v.date, v.id, l.line_no ${limitTo(rows)}`,
		...params,
	);
}
