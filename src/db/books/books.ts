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

/** Returns SQL: whether the file of a bank line `l` lists its newest lines first. */
const NEWEST_FIRST = `coalesce((SELECT f.booked_on FROM bank_lines f WHERE f.statement_id = l.statement_id ORDER BY f.row LIMIT 1)
	> (SELECT f.booked_on FROM bank_lines f WHERE f.statement_id = l.statement_id ORDER BY f.row DESC LIMIT 1), 0)`;

/**
 * Returns SQL for the bank's balance at an end of a day (SQL of a bank account's id, and of the day): after its last
 * line, or before its first. Files list the lines of a day in either order. It is the balance at which one line more
 * ends than starts (at the beginning of the day: starts than ends); where the day ends as it began, the order of the
 * file counts.
 */
export function bankBalance(account: string, day: string, end: "last" | "first" = "last"): string {
	const [at, order] = end === "last" ? ["l.balance", "DESC"] : ["l.balance - l.amount", "ASC"];
	const lines = (balance: string): string =>
		`(SELECT count(*) FROM bank_lines o WHERE o.bank_account_id = ${account} AND o.booked_on = ${day} AND ${balance} = ${at})`;
	const more = `${lines("o.balance")} - ${lines("o.balance - o.amount")}`;
	return `(SELECT ${at} FROM bank_lines l WHERE l.bank_account_id = ${account} AND l.booked_on = ${day} AND l.balance IS NOT NULL
		ORDER BY ${more} ${order}, l.statement_id ${order}, iif(${NEWEST_FIRST}, -l.row, l.row) ${order} LIMIT 1)`;
}
