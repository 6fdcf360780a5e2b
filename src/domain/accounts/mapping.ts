import type { Account } from "#domain/accounts/chart.ts";
import { isCash } from "#domain/ledger/cash.ts";

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
