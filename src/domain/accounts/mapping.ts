import type { Account } from "#domain/accounts/chart.ts";

const CASH = ["1110", "1120", "1130", "1140", "1310"];
/** Cash and money in banks: what makes a voucher 收入 or 支出 (0022, voucher_sums). */
export const isCash = (code: string): boolean => CASH.includes(code.slice(0, 4));

type Posting = { purpose: string; account_id: number; code: string };

/**
 * Whether an account may be posted to in the place of another: in use, of its class, cash for cash; of a balance sheet's
 * accounts one that nothing else is posted to. The triggers of 0027 say the same.
 */
export const mayTakeOver = (account: Account, of: Posting, all: readonly Posting[]): boolean =>
	account.isActive &&
	account.code[0] === of.code[0] &&
	isCash(account.code) === isCash(of.code) &&
	(account.code >= "4" || !all.some(({ purpose, account_id }) => purpose !== of.purpose && account_id === account.id));
