import { CASH_CLASS } from "#domain/books/ledger/cash.ts";

// SQL about vouchers and accounts that many statements share.

/** Returns SQL: whether a voucher is posted and was not reversed. */
export const stands = (voucher: string): string =>
	`${voucher}.state = 'posted' AND NOT EXISTS (SELECT 1 FROM vouchers x WHERE x.reverses_id = ${voucher}.id AND x.state = 'posted')`;

/**
 * Returns the condition of the vouchers `v` about a record: `source` is the kind of record, such as `payment`, and `id`
 * SQL of its id. SQLite uses the index on sources only when the query says that they are not manual.
 */
export const ofSource = (source: string, id: string): string =>
	`v.source <> 'manual' AND v.source = '${source}' AND v.source_id = ${id}`;

/** Returns SQL: whether a voucher about a record (its kind `source`, and SQL of its id) is posted and not reversed. */
export const isPosted = (source: string, id: string): string =>
	`EXISTS (SELECT 1 FROM vouchers v WHERE ${ofSource(source, id)} AND ${stands("v")})`;

/** Returns SQL: whether a voucher is the closing of a year that is closed. */
export const isClosing = (voucher: string): string =>
	`${voucher}.source <> 'manual' AND ${voucher}.source = 'closing' AND ${stands(voucher)}`;

/** SQL for the years whose closing voucher is posted and not reversed, as a JSON list. */
export const CLOSED_YEARS = `(SELECT json_group_array(v.source_id) FROM vouchers v WHERE ${isClosing("v")})`;

/** Returns SQL: whether a year after that of a day or a year (SQL) is closed, so that nothing more is posted in it. */
export const isBeforeClosed = (day: string): string =>
	`EXISTS (SELECT 1 FROM vouchers c WHERE ${isClosing("c")} AND c.source_id > CAST(substr(${day}, 1, 4) AS INTEGER))`;

/** Returns SQL: whether a bank line (SQL of its id) is in the books as suspense money (暫收款 or 暫付款). */
export const isSuspense = (lineId: string): string =>
	`EXISTS (SELECT 1 FROM bank_lines_suspended q WHERE q.line_id = ${lineId})`;

/** Returns SQL for the id of the account to which the program posts for a purpose, such as `cash`. */
export const postingAccount = (purpose: string): string =>
	`(SELECT account_id FROM posting_accounts WHERE purpose = '${purpose}')`;

/** SQL for what a month `m` added to an account, debit less credit, closing vouchers included. */
export const HELD = "m.debit - m.credit + m.closing_debit - m.closing_credit";

/** Returns SQL for the present balance of an account (SQL of its id), debit less credit. */
export const balanceOf = (account: string): string =>
	`coalesce((SELECT sum(${HELD}) FROM account_months m WHERE m.account_id = ${account}), 0)`;

/** Returns SQL: whether an account (SQL of its code) is of cash class (cash and bank accounts). */
export const isCashClass = (code: string): string =>
	`substr(${code}, 1, 4) IN (${CASH_CLASS.map((four) => `'${four}'`).join(", ")})`;

/** SQL: whether the file of a line that was `told` lists its newest lines first. */
const NEWEST_FIRST = `coalesce((SELECT f.booked_on FROM bank_lines f WHERE f.statement_id = told.statement_id ORDER BY f.row LIMIT 1)
	> (SELECT f.booked_on FROM bank_lines f WHERE f.statement_id = told.statement_id ORDER BY f.row DESC LIMIT 1), 0)`;

/**
 * Returns SQL for the bank's balance at an end of a day (SQL of a bank account's id, and of the day): after its last
 * line, or before its first. Files list the lines of a day in either order. It is the balance at which one line more
 * ends than starts (at the beginning of the day: starts than ends); where the day ends as it began, the order of the
 * file counts. The day's lines are read once for each of their two ends.
 */
export function bankBalance(account: string, day: string, end: "last" | "first" = "last"): string {
	const [before, after] = ["balance - amount", "balance"];
	const [at, across, order] = end === "last" ? [after, before, "DESC"] : [before, after, "ASC"];
	const ends = (value: string, many: 1 | -1): string => `SELECT ${value} AS at, ${many} AS many, statement_id, row
		FROM bank_lines WHERE bank_account_id = ${account} AND booked_on = ${day} AND balance IS NOT NULL`;
	return `(SELECT at FROM (SELECT at, many, statement_id, row, sum(many) OVER (PARTITION BY at) AS more
			FROM (${ends(at, 1)} UNION ALL ${ends(across, -1)})) told
		WHERE many = 1 ORDER BY more DESC, statement_id ${order}, iif(${NEWEST_FIRST}, -row, row) ${order} LIMIT 1)`;
}
