import { sql } from "drizzle-orm";
import { isSuspense, voucherNumber } from "#db/books/index.ts";
import { guard, type Write } from "#db/commit.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { incomeNumberOf } from "#db/record-numbers.ts";
import type { LineState } from "#domain/money/bank/rules.ts";
import type { OpenLineRow } from "./bank-matching.ts";

export const LINES_PER_PAGE = 50;

/** A bank line with the records that it was matched with or tied to. */
export type LineRow = OpenLineRow & {
	statement_id: number;
	row: number;
	reason: string | null;
	payment_id: number | null;
	/** The receipt title (抬頭) of the payment that the line was matched with. */
	payer_title: string | null;
	/** The amount of the matched payment that was booked as arrived. */
	payment_arrived: number | null;
	/** The income record that was made of the line, which may still be a draft. `income_number` is null for a draft. */
	income_id: number | null;
	income_number: string | null;
	income_title: string | null;
	verified_by: string | null;
	verified_at: number | null;
	/**
	 * The number of the voucher that posted the line as suspense money (暫收款), and how many such vouchers there were.
	 */
	suspense_voucher: string | null;
	suspense_count: number;
	ledger_code: string;
	/**
	 * When the line was tied to a record that had been booked before (UTC milliseconds), and the id of the cash deposit
	 * that the line shows.
	 */
	tied_at: number | null;
	deposit_id: number | null;
	/** The id and number of the voucher (傳票) written by hand that the line is tied to. */
	voucher_id: number | null;
	voucher_number: string | null;
};

// The index vouchers_of_source only holds vouchers that are not manual; SQLite uses it only when the query says so.
const SUSPENSE = `FROM vouchers v WHERE v.source = 'bank_line' AND v.source <> 'manual' AND v.source_id = l.id AND v.state = 'posted'`;
const LINE = `SELECT l.id, l.version, l.status, l.booked_on, l.amount, l.fee_amount, l.memo, l.last5, l.balance, l.bank_account_id,
	b.name AS account_name, b.kind AS account_kind, ${isSuspense("l.id")} AS is_suspense, l.apart_at, l.tied_at, c.id AS deposit_id, l.statement_id, l.row, l.reason,
	iif(l.status = 'matched', l.payment_id, NULL) AS payment_id, p.payer_title, p.amount - p.fee_amount AS payment_arrived, u.name AS verified_by, p.verified_at,
	(SELECT ${voucherNumber("v")} ${SUSPENSE} ORDER BY v.source_seq DESC LIMIT 1) AS suspense_voucher,
	(SELECT count(*) ${SUSPENSE}) AS suspense_count, a.code AS ledger_code, i.id AS income_id,
	${incomeNumberOf("i")} AS income_number, i.payer_title AS income_title,
	w.id AS voucher_id, ${voucherNumber("w")} AS voucher_number
	FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id JOIN accounts a ON a.id = b.account_id
	LEFT JOIN payments p ON p.id = l.payment_id AND l.status = 'matched' LEFT JOIN users u ON u.id = p.verified_by
	LEFT JOIN income_records i ON i.bank_line_id = l.id AND i.state <> 'reversed'
	LEFT JOIN cash_deposits c ON c.bank_line_id = l.id AND c.reversed_at IS NULL
	LEFT JOIN voucher_lines e ON e.id = l.voucher_line_id LEFT JOIN vouchers w ON w.id = e.voucher_id`;

export const bankLine = (id: number): Select<LineRow> => selectOne(`${LINE} WHERE l.id = ?`, id);

/**
 * The filter of a list of bank lines: the matched ones, the ignored incoming ones, or the outgoing ones (`out`). Days
 * are YYYY-MM-DD.
 */
export type LineFilter = {
	tab: "matched" | "ignored" | "out";
	account?: number | undefined;
	q: string;
	from?: string | undefined;
	to?: string | undefined;
};

const TABS = {
	matched: "l.status = 'matched'",
	ignored: "l.status = 'ignored' AND l.amount > 0",
	out: "l.status IN ('unmatched', 'suggested', 'ignored') AND l.amount < 0",
} as const;
/**
 * The SQL condition of a LineFilter: the account, the search text (a part of the memo, the last five digits or an
 * amount) and the days.
 */
const WHERE = `(?1 = 0 OR l.bank_account_id = ?1) AND (?2 = '' OR instr(l.memo, ?2) > 0 OR l.last5 = ?2 OR abs(l.amount) = ?3)
	AND l.booked_on BETWEEN ?4 AND ?5`;

/** Returns the amount that a search text may mean, or -1 when it is no amount. */
export const amountIn = (q: string): number => (/^[0-9,]{1,12}$/.test(q) ? Number(q.replaceAll(",", "")) : -1);

/** Selects one page of the bank lines that fit the filter, newest first, and the total number of them. */
export function doneLines(filter: LineFilter, page: number): [Select<LineRow>, Select<{ total: number }>] {
	const { tab, account = 0, q, from = "0000", to = "9999" } = filter;
	const params = [account, q, amountIn(q), from, to];
	return [
		select(
			`${LINE} WHERE ${TABS[tab]} AND ${WHERE} ORDER BY l.booked_on DESC, l.id DESC
			${limitTo(LINES_PER_PAGE, (page - 1) * LINES_PER_PAGE)}`,
			...params,
		),
		selectOne(`SELECT count(*) AS total FROM bank_lines l WHERE ${TABS[tab]} AND ${WHERE}`, ...params),
	];
}

/** The number of bank lines in each state. `open` counts all incoming money that is not explained yet. */
export type LineCounts = { open: number; matched: number; ignored: number; out: number };
export const lineCounts = (): Select<LineCounts> =>
	selectOne(`SELECT
		(SELECT count(*) FROM bank_lines WHERE status IN ('unmatched', 'suggested') AND amount > 0) AS open,
		(SELECT count(*) FROM bank_lines l WHERE ${TABS.matched}) AS matched,
		(SELECT count(*) FROM bank_lines l WHERE ${TABS.ignored}) AS ignored,
		(SELECT count(*) FROM bank_lines l WHERE ${TABS.out}) AS out`);

export type LineRef = { id: number; version: number };

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
	booked_on: string;
	is_suspense: 0 | 1;
	suspense_count: number;
	ledger_code: string;
};
export const standingLine = (id: number): Select<StandingRow> =>
	selectOne(
		`SELECT l.id, l.version, l.status, l.amount, l.booked_on, ${isSuspense("l.id")} AS is_suspense,
			(SELECT count(*) ${SUSPENSE}) AS suspense_count, a.code AS ledger_code
		FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id JOIN accounts a ON a.id = b.account_id WHERE l.id = ?`,
		id,
	);
