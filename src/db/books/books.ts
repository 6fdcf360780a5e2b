import { CASH_CLASS } from "#domain/books/ledger/cash.ts";

// What many statements ask of the books, as SQL.

/** Whether a voucher is in the books and was not reversed. */
export const stands = (voucher: string): string =>
	`${voucher}.state = 'posted' AND NOT EXISTS (SELECT 1 FROM vouchers x WHERE x.reverses_id = ${voucher}.id AND x.state = 'posted')`;

/** The vouchers `v` of a source. Its index is of those that are not manual: SQLite has to be told. */
export const ofSource = (source: string, id: string): string =>
	`v.source <> 'manual' AND v.source = '${source}' AND v.source_id = ${id}`;

/** Whether something (SQL of its id) was posted, and that was not taken back. */
export const isPosted = (source: string, id: string): string =>
	`EXISTS (SELECT 1 FROM vouchers v WHERE ${ofSource(source, id)} AND ${stands("v")})`;

/** Whether a line of a bank statement (SQL of its id) was posted as 暫收款 and not taken back. */
export const isSuspense = (lineId: string): string => isPosted("bank_line", lineId);

/** The account that the program posts to under a name (ACCOUNTS). */
export const postingAccount = (purpose: string): string =>
	`(SELECT account_id FROM posting_accounts WHERE purpose = '${purpose}')`;

/** Debit less credit of a month `m` of an account, closings among them. */
export const HELD = "m.debit - m.credit + m.closing_debit - m.closing_credit";

/** What an account (SQL of its id) holds now, debit less credit. */
export const balanceOf = (account: string): string =>
	`coalesce((SELECT sum(${HELD}) FROM account_months m WHERE m.account_id = ${account}), 0)`;

/** Whether an account (SQL of its code) is of cash class. */
export const isCashClass = (code: string): string =>
	`substr(${code}, 1, 4) IN (${CASH_CLASS.map((four) => `'${four}'`).join(", ")})`;
