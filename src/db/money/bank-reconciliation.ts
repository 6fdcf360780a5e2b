import { bankBalance, HELD } from "#db/books/index.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import type { Part } from "#domain/money/bank/parts.ts";
import { RECORD_NUMBER, RECORD_TITLE, RECORDS } from "./bank-records.ts";

/**
 * A bank account on a day: its balance in the books, the bank's own balance by its statements, and where the statements
 * begin. A balance is null where no line of the files has one.
 */
export type ReconciledAccount = {
	id: number;
	name: string;
	bank_name: string;
	branch: string;
	number: string;
	ledger_code: string;
	/** The first day of the account's lines, and the last one until the day asked for. */
	first: string | null;
	last: string | null;
	/** The balance in the books on the day, and before the first line. */
	held: number;
	held_before: number;
	/** The bank's balance on the day, and before the first line. */
	balance: number | null;
	balance_before: number | null;
};

/** Returns SQL for what posted vouchers `v` moved on an account of the books, debit less credit. */
const movedBy = (account: string, vouchers: string): string =>
	`coalesce((SELECT sum(e.debit - e.credit) FROM vouchers v CROSS JOIN voucher_lines e ON e.voucher_id = v.id AND e.account_id = ${account}
		WHERE v.state = 'posted' AND ${vouchers}), 0)`;
/** SQL for the vouchers of openings (開帳), and those that reverse one. */
const OPENINGS = `(SELECT id FROM vouchers WHERE source <> 'manual' AND source = 'opening'
	UNION ALL SELECT r.id FROM vouchers z CROSS JOIN vouchers r ON r.reverses_id = z.id WHERE z.source <> 'manual' AND z.source = 'opening')`;
/**
 * Returns SQL for what an account of the books (SQL of its id) held before the bank account's first line: the months
 * before it as they are kept, the days of its month, and its opening (開帳) on whatever day until `?2` it was posted.
 */
const heldBefore = (account: string, first: string): string =>
	`coalesce((SELECT sum(${HELD}) FROM account_months m WHERE m.account_id = ${account} AND m.month < substr(${first}, 1, 7)), 0)
		+ ${movedBy(account, `v.date >= substr(${first}, 1, 7) AND v.date < ${first}`)}
		+ ${movedBy(account, `v.id IN ${OPENINGS} AND v.date BETWEEN ${first} AND ?2`)}`;
/** Returns SQL: whether a voucher is an opening or the reversal of one. */
const isOpening = (voucher: string): string =>
	`(${voucher}.source = 'opening' OR EXISTS (SELECT 1 FROM vouchers z WHERE z.id = ${voucher}.reverses_id AND z.source = 'opening'))`;

/** Selects a bank account as it stands at the end of a month, whose last day is `day` (YYYY-MM-DD). */
export const reconciledAccount = (id: number, day: string): Select<ReconciledAccount> =>
	selectOne(
		`SELECT n.*, ${bankBalance("n.id", "n.last")} AS balance, ${bankBalance("n.id", "n.first", "first")} AS balance_before,
			${heldBefore("n.account_id", "n.first")} AS held_before
		FROM (SELECT b.id, b.name, b.bank_name, b.branch, b.number, b.account_id, a.code AS ledger_code,
				(SELECT min(booked_on) FROM bank_lines WHERE bank_account_id = b.id) AS first,
				(SELECT max(booked_on) FROM bank_lines WHERE bank_account_id = b.id AND booked_on <= ?2 AND balance IS NOT NULL) AS last,
				coalesce((SELECT sum(${HELD}) FROM account_months m WHERE m.account_id = b.account_id AND m.month <= substr(?2, 1, 7)), 0) AS held
			FROM bank_accounts b JOIN accounts a ON a.id = b.account_id WHERE b.id = ?1) n`,
		id,
		day,
	);

/**
 * What a record moved in the books and at the bank until a day, where the two differ. `line` stands for what a bank
 * line has that no record explains, and for the suspense money that was posted of it.
 */
export type DifferenceRow = {
	kind: Part["kind"] | "line";
	id: number;
	day: string;
	booked: number;
	moved: number;
	/** Whether the record was booked before the account's first line: it is part of the difference at the beginning. */
	is_before: 0 | 1;
	title: string | null;
	number: string | null;
	voucher_id: number | null;
};
/** The maximum number of differences that a statement sums up. */
export const MOST_DIFFERENCES = 5_000;

/**
 * Selects the differences between the books and the bank from the account's first line on, until `day`, oldest first:
 * of each record what its vouchers moved on the account, and what the lines that it explains show. Vouchers reversed by
 * that day are left out with their reversals. Money of a line that went through suspense stands for the line itself.
 */
export const differencesUntil = (accountId: number, day: string): Select<DifferenceRow> =>
	select(
		`WITH account AS (SELECT b.id, b.account_id, (SELECT min(booked_on) FROM bank_lines WHERE bank_account_id = b.id) AS first
				FROM bank_accounts b WHERE b.id = ?1),
			own AS (SELECT e.id, v.id AS voucher_id, v.source, v.source_id, v.date, e.debit - e.credit AS amount,
				v.source = 'bank_line' AND EXISTS (SELECT 1 FROM bank_lines l WHERE l.id = v.source_id AND l.bank_account_id = ?1)
					AND NOT EXISTS (SELECT 1 FROM bank_line_parts x WHERE x.kind = 'voucher' AND x.record_id = e.id) AS is_suspense
			FROM account JOIN vouchers v ON v.state = 'posted' AND v.date BETWEEN account.first AND ?2 AND NOT ${isOpening("v")}
			JOIN voucher_lines e ON e.voucher_id = v.id AND e.account_id = account.account_id
			WHERE NOT EXISTS (SELECT 1 FROM vouchers r JOIN voucher_lines re ON re.voucher_id = r.id AND re.account_id = e.account_id
					WHERE r.reverses_id = v.id AND r.state = 'posted' AND r.date <= ?2)
				AND NOT EXISTS (SELECT 1 FROM vouchers o JOIN voucher_lines oe ON oe.voucher_id = o.id AND oe.account_id = e.account_id
					WHERE o.id = v.reverses_id AND o.date >= account.first)),
			found AS (
				SELECT CASE WHEN is_suspense THEN 'line' WHEN source = 'finance' THEN 'expense' WHEN source IN ('payment', 'income', 'deposit') THEN source
						ELSE 'voucher' END AS kind,
					CASE WHEN is_suspense THEN source_id WHEN source = 'finance' THEN (SELECT document_id FROM finance_postings WHERE id = source_id)
						WHEN source IN ('payment', 'income', 'deposit') THEN source_id ELSE id END AS record_id,
					date AS day, amount AS booked, 0 AS moved FROM own
				UNION ALL
				SELECT iif(q.line_id IS NULL, x.kind, 'line'), iif(q.line_id IS NULL, x.record_id, l.id), l.booked_on, 0, x.amount
					FROM bank_lines l JOIN bank_line_parts x ON x.line_id = l.id LEFT JOIN bank_lines_suspended q ON q.line_id = l.id
					WHERE l.bank_account_id = ?1 AND l.booked_on <= ?2
				UNION ALL
				SELECT 'line', l.id, l.booked_on, 0, l.amount - l.explained FROM bank_lines l
					WHERE l.bank_account_id = ?1 AND l.booked_on <= ?2 AND l.amount <> l.explained),
			x AS (SELECT kind, record_id, min(day) AS day, sum(booked) AS booked, sum(moved) AS moved FROM found
				GROUP BY kind, record_id HAVING sum(booked) <> sum(moved) ORDER BY min(day), kind, record_id LIMIT ${MOST_DIFFERENCES})
		SELECT x.kind, x.record_id AS id, x.day, x.booked, x.moved, v.id AS voucher_id, x.kind <> 'line' AND EXISTS (SELECT 1
				FROM account JOIN vouchers w ON w.date < account.first AND w.state = 'posted' AND (w.id = v.id
					OR (w.source <> 'manual' AND w.source = x.kind AND w.source_id = x.record_id)
					OR (w.source <> 'manual' AND w.source = 'finance' AND x.kind = 'expense' AND w.source_id IN (
						SELECT id FROM finance_postings WHERE document_id = x.record_id)))) AS is_before,
			CASE x.kind WHEN 'line' THEN (SELECT memo FROM bank_lines WHERE id = x.record_id) ELSE ${RECORD_TITLE} END AS title, ${RECORD_NUMBER} AS number
		FROM x ${RECORDS} ORDER BY x.day, x.kind, x.record_id`,
		accountId,
		day,
	);
