import { isCash } from "#domain/books/ledger/cash.ts";
import type { Account } from "./chart.ts";

type Posting = { purpose: string; account_id: number; code: string };
type Chosen = { all: readonly Posting[]; accounts: readonly Account[] };

/** Whether an account has active sub-accounts. */
export const hasBelow = ({ code }: Pick<Account, "code">, accounts: readonly Account[]): boolean =>
	accounts.some((one) => one.isActive && one.code.startsWith(`${code}-`));

/**
 * Whether `account` may replace the account `of` for automatic postings: it is active, of the same class, and a cash
 * account exactly when `of` is one; a balance-sheet account must not serve another purpose; a cash account must not
 * have active sub-accounts. The triggers of the migrations 0027 and 0042 state the same.
 */
export const mayTakeOver = (account: Account, of: Posting, { all, accounts }: Chosen): boolean =>
	account.isActive &&
	!(isCash(account.code) && hasBelow(account, accounts)) &&
	account.code[0] === of.code[0] &&
	isCash(account.code) === isCash(of.code) &&
	(account.code >= "4" || !all.some(({ purpose, account_id }) => purpose !== of.purpose && account_id === account.id));
