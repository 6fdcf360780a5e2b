import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import type { AccountRef, LedgerLine } from "./ledger-reports.ts";
import { voucherNumber } from "./vouchers.ts";

/**
 * Returns the condition that keeps lines of income (收入) and expense (支出) (of the account `a`) to the year of a day
 * (SQL): these accounts begin at 0 each year, as after the closing of the year before.
 */
const thisYear = (day: string): string => `(a.code < '4' OR v.date >= substr(${day}, 1, 4) || '-01-01')`;

/** The records by which lines are grouped. */
export type SubKey = "member" | "project";
/** The filter of posted lines: an account (0: all) and two days. */
export type SubFilter = { by: SubKey; account: AccountRef; from: string; to: string };

const OF: Record<SubKey, { column: string; table: string; label: string; order: string }> = {
	member: {
		column: "l.member_id",
		table: "members",
		label: "coalesce(o.member_no || ' ', '') || o.name",
		order: "o.member_no IS NULL, o.member_no, o.id",
	},
	project: { column: "l.project_id", table: "projects", label: "o.name", order: "o.name, o.id" },
};

/**
 * A member or project: the balance of its lines before the days (debit less credit), and its debits and credits in
 * them; `all_…` are sums over all rows.
 */
export type SubRow = {
	id: number;
	label: string;
	opening: number;
	debit: number;
	credit: number;
	all_rows: number;
	all_opening: number;
	all_debit: number;
	all_credit: number;
};

/** Selects one page of the subsidiary ledger (明細分類帳): the members or projects that posted lines name. */
export function subRows(
	{ by, account, from, to }: SubFilter,
	{ page, rows }: { page: number; rows: number },
): Select<SubRow> {
	const { column, table, label, order } = OF[by];
	return select(
		`SELECT s.id, ${label} AS label, s.opening, s.debit, s.credit, count(*) OVER () AS all_rows,
			sum(s.opening) OVER () AS all_opening, sum(s.debit) OVER () AS all_debit, sum(s.credit) OVER () AS all_credit
		FROM (SELECT ${column} AS id, sum(iif(v.date < ?1, l.debit - l.credit, 0)) AS opening,
				sum(iif(v.date < ?1, 0, l.debit)) AS debit, sum(iif(v.date < ?1, 0, l.credit)) AS credit
			FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id JOIN accounts a ON a.id = l.account_id
			WHERE ${column} IS NOT NULL AND v.state = 'posted' AND v.date <= ?2 AND (?3 = 0 OR iif(typeof(?3) = 'text', a.code, a.id) = ?3) AND ${thisYear("?1")}
			GROUP BY 1 HAVING opening <> 0 OR max(v.date) >= ?1) s
		JOIN ${table} o ON o.id = s.id ORDER BY ${order} ${limitTo(rows, (page - 1) * rows)}`,
		from,
		to,
		account,
	);
}

export type SubHead = { id: number; label: string; opening: number; debit: number; credit: number; lines: number };

/** Selects one member or project with its sums, even when nothing was posted to it. */
export function subHead(id: number, { by, account, from, to }: SubFilter): Select<SubHead> {
	const { column, table, label } = OF[by];
	return selectOne(
		`SELECT o.id, ${label} AS label, coalesce(s.opening, 0) AS opening, coalesce(s.debit, 0) AS debit,
			coalesce(s.credit, 0) AS credit, coalesce(s.lines, 0) AS lines
		FROM ${table} o, (SELECT sum(iif(v.date < ?2, l.debit - l.credit, 0)) AS opening, sum(iif(v.date < ?2, 0, l.debit)) AS debit,
				sum(iif(v.date < ?2, 0, l.credit)) AS credit, sum(v.date >= ?2) AS lines
			FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id JOIN accounts a ON a.id = l.account_id
			WHERE ${column} = ?1 AND v.state = 'posted' AND v.date <= ?3 AND (?4 = 0 OR iif(typeof(?4) = 'text', a.code, a.id) = ?4) AND ${thisYear("?2")}) s
		WHERE o.id = ?1`,
		id,
		from,
		to,
		account,
	);
}

/** A line with its account, and the balance of the member's or project's lines after it (debit less credit). */
export type SubLine = Omit<LedgerLine, "contra" | "member_id" | "member_no"> & {
	account_id: number;
	code: string;
	name: string;
};

/** Selects one page of the lines of one member or project, in the order of the books. */
export function subLines(
	id: number,
	{ by, account, from, to }: SubFilter,
	{ page, rows }: { page: number; rows: number },
): Select<SubLine> {
	const { column } = OF[by];
	return select(
		`SELECT * FROM (SELECT l.voucher_id, ${voucherNumber("v")} AS number, v.date, v.description, l.memo, a.id AS account_id, a.code,
				a.name, l.debit, l.credit, sum(l.debit - l.credit) OVER (ORDER BY v.date, v.id, l.line_no) AS balance
			FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id JOIN accounts a ON a.id = l.account_id
			WHERE ${column} = ?1 AND v.state = 'posted' AND v.date <= ?3 AND (?4 = 0 OR iif(typeof(?4) = 'text', a.code, a.id) = ?4) AND ${thisYear("?2")}
			ORDER BY v.date, v.id, l.line_no) WHERE date >= ?2 ${limitTo(rows, (page - 1) * rows)}`,
		id,
		from,
		to,
		account,
	);
}
