import { sql } from "drizzle-orm";
import { isPosted, isSuspense, voucherNumber } from "#db/books/index.ts";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import type { LineState } from "#domain/money/bank/rules.ts";
import { OPEN_LINE, type OpenLineRow } from "./bank-matching.ts";
import { partsOf } from "./bank-records.ts";

export const LINES_PER_PAGE = 50;

/** A bank line with the parts that explain it, as JSON (partsIn of domain/money/bank/parts.ts). */
export type LineRow = OpenLineRow & {
	statement_id: number;
	row: number;
	reason: string | null;
	parts: string;
	/** The draft of an income record that is made of the line. */
	draft_id: number | null;
	/** The number of the line's own voucher, of suspense money, a fee or a transfer; and how many there were. */
	own_voucher: string | null;
	own_count: number;
	ledger_code: string;
};

// The index vouchers_of_source only holds vouchers that are not manual; SQLite uses it only when the query says so.
const OWN = `FROM vouchers v WHERE v.source = 'bank_line' AND v.source <> 'manual' AND v.source_id = l.id AND v.state = 'posted'`;
const LINE = `SELECT ${OPEN_LINE}, l.statement_id, l.row, l.reason, ${partsOf("l.id")} AS parts,
	(SELECT i.id FROM income_records i WHERE i.bank_line_id = l.id AND i.state = 'draft') AS draft_id,
	(SELECT ${voucherNumber("v")} ${OWN} ORDER BY v.source_seq DESC LIMIT 1) AS own_voucher,
	(SELECT count(*) ${OWN}) AS own_count, a.code AS ledger_code
	FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id JOIN accounts a ON a.id = b.account_id`;

export const bankLine = (id: number): Select<LineRow> => selectOne(`${LINE} WHERE l.id = ?`, id);

/** The filter of a list of bank lines: the matched ones, the ignored ones or all. Days are YYYY-MM-DD. */
export type LineFilter = {
	tab: "matched" | "ignored" | "all";
	account?: number | undefined;
	direction?: "in" | "out" | undefined;
	q: string;
	from?: string | undefined;
	to?: string | undefined;
};

/**
 * The SQL condition of a LineFilter: the account, the search text (a part of the memo, the last five digits or an
 * amount), the days and the direction.
 */
const WHERE = `(?1 = 0 OR l.bank_account_id = ?1) AND (?2 = '' OR instr(l.memo, ?2) > 0 OR l.last5 = ?2 OR abs(l.amount) = ?3)
	AND l.booked_on BETWEEN ?4 AND ?5 AND (?6 = '' OR (l.amount > 0) = (?6 = 'in'))`;

/** Returns the amount that a search text may mean, or -1 when it is no amount. */
export const amountIn = (q: string): number => (/^[0-9,]{1,12}$/.test(q) ? Number(q.replaceAll(",", "")) : -1);

/** Selects one page of the bank lines that fit the filter, newest first, and the total number of them. */
export function doneLines(filter: LineFilter, page: number): [Select<LineRow>, Select<{ total: number }>] {
	const { tab, account = 0, direction = "", q, from = "0000", to = "9999" } = filter;
	const params = [account, q, amountIn(q), from, to, direction];
	const where = tab === "all" ? WHERE : `l.status = '${tab}' AND ${WHERE}`;
	return [
		select(
			`${LINE} WHERE ${where} ORDER BY l.booked_on DESC, l.id DESC
			${limitTo(LINES_PER_PAGE, (page - 1) * LINES_PER_PAGE)}`,
			...params,
		),
		selectOne(`SELECT count(*) AS total FROM bank_lines l WHERE ${where}`, ...params),
	];
}

/**
 * The number of bank lines in each state. `open` counts all that are not explained yet; `since` counts all lines, of any
 * state, from the day of the oldest of these on.
 */
export type LineCounts = { open: number; matched: number; ignored: number; since: number };
export const lineCounts = (): Select<LineCounts> =>
	selectOne(`SELECT
		(SELECT count(*) FROM bank_lines WHERE status IN ('unmatched', 'suggested')) AS open,
		(SELECT count(*) FROM bank_lines WHERE status = 'matched') AS matched,
		(SELECT count(*) FROM bank_lines WHERE status = 'ignored') AS ignored,
		(SELECT count(*) FROM bank_lines WHERE booked_on >= (
			SELECT min(booked_on) FROM bank_lines WHERE status IN ('unmatched', 'suggested'))) AS since`);

export type LineRef = { id: number; version: number };

/** Refuses with `bank.stale` a bank line that changed after the user saw `version`. */
export const refuseMoved = ({ id, version }: LineRef): Write =>
	refuseWhere("bank.stale", sql`NOT EXISTS (SELECT 1 FROM bank_lines WHERE id = ${id} AND version = ${version})`);

/**
 * Marks a bank line as ignored with a reason, or, with null as the reason, opens it again. Refuses with `bank.stale` a
 * line that changed meanwhile or is matched.
 */
export const setIgnored = ({ id, version }: LineRef, reason: string | null, at: number): Write[] => [
	sql`UPDATE bank_lines SET status = ${reason === null ? "unmatched" : "ignored"}, reason = ${reason}, version = version + 1,
			updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND status <> 'matched'`,
	guard("bank.stale"),
];

/**
 * Raises the version of a bank line that stays open, because something was done with it. Refuses with `bank.stale` a
 * line that changed meanwhile or is not open.
 */
export const touchLine = ({ id, version }: LineRef, at: number): Write[] => [
	sql`UPDATE bank_lines SET version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND status IN ('unmatched', 'suggested')`,
	guard("bank.stale"),
];

/** A bank line with the columns that the actions on it check first. */
export type StandingRow = {
	id: number;
	version: number;
	status: LineState;
	amount: number;
	/** What is left of the amount to be explained. */
	left: number;
	memo: string;
	booked_on: string;
	bank_account_id: number;
	is_suspense: 0 | 1;
	/** How many own vouchers the line has had, and whether one of them stands. */
	own_count: number;
	has_own: 0 | 1;
	ledger_code: string;
};
export const standingLine = (id: number): Select<StandingRow> =>
	selectOne(
		`SELECT l.id, l.version, l.status, l.amount, l.amount - l.explained AS left, l.memo, l.booked_on, l.bank_account_id,
			${isSuspense("l.id")} AS is_suspense, (SELECT count(*) ${OWN}) AS own_count, ${isPosted("bank_line", "l.id")} AS has_own,
			a.code AS ledger_code
		FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id JOIN accounts a ON a.id = b.account_id WHERE l.id = ?`,
		id,
	);
