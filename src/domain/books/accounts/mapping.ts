import { isCash } from "#domain/books/ledger/cash.ts";
import type { Account } from "./chart.ts";

type Posting = { purpose: string; account_id: number; code: string };
type Chosen = { all: readonly Posting[]; accounts: readonly Account[] };

/** Whether an account has sub-accounts in use. */
export const hasBelow = ({ code }: Pick<Account, "code">, accounts: readonly Account[]): boolean =>
	accounts.some((one) => one.isActive && one.code.startsWith(`${code}-`));

/**
 * Whether an account may be posted to in the place of another: in use, of its class, cash for cash; of a balance sheet's
 * accounts one that nothing else is posted to; of cash class one without sub-accounts in use. The triggers of 0027 and 0042 say
 * the same.
 */
export const mayTakeOver = (account: Account, of: Posting, { all, accounts }: Chosen): boolean =>
	account.isActive &&
	!(isCash(account.code) && hasBelow(account, accounts)) &&
	account.code[0] === of.code[0] &&
	isCash(account.code) === isCash(of.code) &&
	(account.code >= "4" || !all.some(({ purpose, account_id }) => purpose !== of.purpose && account_id === account.id));
