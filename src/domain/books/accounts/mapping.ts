import { isCash } from "#domain/books/ledger/cash.ts";
import type { Account } from "./chart.ts";

type Posting = { purpose: string; account_id: number; code: string };
type Chosen = { all: readonly Posting[]; accounts: readonly Account[] };

/** Whether an account has active sub-accounts. */
export const hasBelow = ({ code }: Pick<Account, "code">, accounts: readonly Account[]): boolean =>
	accounts.some((one) => one.isActive && one.code.startsWith(`${code}-`));

/**
 * Whether an account may replace another one for automatic postings: it is active, of the same class, and cash exactly
 * when the other is; a balance-sheet account must not serve another purpose; a cash account must not have active
 * sub-accounts. The triggers of 0027 and 0042 state the same.
 */
export const mayTakeOver = (account: Account, of: Posting, { all, accounts }: Chosen): boolean =>
	account.isActive &&
	!(isCash(account.code) && hasBelow(account, accounts)) &&
	account.code[0] === of.code[0] &&
	isCash(account.code) === isCash(of.code) &&
	(account.code >= "4" || !all.some(({ purpose, account_id }) => purpose !== of.purpose && account_id === account.id));
