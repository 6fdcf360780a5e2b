import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import type { Account } from "#domain/books/accounts/chart.ts";
import type { AccountEdit, NewAccount } from "#domain/books/accounts/form.ts";
import { TIED, type TiedAccount } from "#domain/books/vouchers/tied.ts";
import { balanceOf, isCashClass } from "./books.ts";

type Row = { id: number; code: string; name: string; is_active: 0 | 1 };
/** Selects every account of the chart of accounts by code, including accounts not in use. */
export const accountRows = (): Select<Row> => select("SELECT id, code, name, is_active FROM accounts ORDER BY code");
export const accountOf = ({ id, code, name, is_active }: Row): Account => ({
	id,
	code,
	name,
	isActive: is_active === 1,
});

/**
 * An account with everything that may prevent its change or deletion: voucher lines, a bank account, purposes for which
 * the program posts to it, sub-accounts.
 */
export type AccountDetail = Row & {
	version: number;
	/** The 項 of the statements by 款／項／目 that the account is assigned to itself. */
	item: number | null;
	/** The balance, debit less credit. */
	balance: number;
	lines: number;
	bank_account_id: number | null;
	/** The purposes of posting_accounts for which the program posts to the account, separated by commas. */
	purposes: string | null;
	below: number;
	/** How many budget items, assets, period balances and documents name the account. */
	named: number;
};

export const accountDetail = (id: number): Select<AccountDetail> =>
	selectOne(
		`SELECT a.id, a.code, a.name, a.is_active, a.version, a.statement_item_id AS item,
			${balanceOf("a.id")} AS balance,
			(SELECT count(*) FROM (SELECT 1 FROM voucher_lines WHERE account_id = a.id LIMIT 1000)) AS lines,
			(SELECT b.id FROM bank_accounts b WHERE b.account_id = a.id) AS bank_account_id,
			(SELECT group_concat(purpose) FROM posting_accounts WHERE account_id = a.id) AS purposes,
			(SELECT count(*) FROM accounts s WHERE s.code GLOB a.code || '-*') AS below,
			(SELECT count(*) FROM budget_items WHERE account_id = a.id) + (SELECT count(*) FROM assets WHERE account_id = a.id)
				+ (SELECT count(*) FROM period_balances WHERE account_id = a.id) + ${DOCUMENTS("a.id")} AS named
		FROM accounts a WHERE a.id = ?`,
		id,
	);

/**
 * Returns SQL for the number of finance documents, lines of them and income records that name an account (SQL of its
 * id): they may name it before any voucher line does.
 */
const DOCUMENTS = (id: string): string => `((SELECT count(*) FROM finance_lines WHERE account_id = ${id})
	+ (SELECT count(*) FROM finance_documents WHERE ${id} IN (paid_from, paid_cash_from)) + (SELECT count(*) FROM income_records WHERE account_id = ${id}))`;

export const insertAccount = ({ code, name, item = null }: NewAccount, at: number): Write =>
	sql`INSERT INTO accounts (code, name, statement_item_id, created_at, updated_at) VALUES (${code}, ${name}, ${item}, ${at}, ${at})`;

/**
 * Changes an account. Refuses with `ledger.account_stale` when another user changed it meanwhile; the triggers of
 * migrations 0022 and 0027 refuse changes that the account's use forbids.
 */
export const updateAccount = (
	id: number,
	{ code, name, is_active, item = null, version }: AccountEdit,
	at: number,
): Write[] => [
	sql`UPDATE accounts SET code = ${code}, name = ${name}, is_active = ${Number(is_active)}, statement_item_id = ${item}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("ledger.account_stale"),
];

/**
 * Deletes an account. Refuses with `ledger.account_used` when anything names the account (partly by triggers of
 * migrations 0022 and 0027), and with `ledger.account_stale` when another user changed it meanwhile.
 */
export const deleteAccount = (id: number, version: number): Write[] => [
	refuseWhere("ledger.account_used", sql`${sql.raw(DOCUMENTS(String(Number(id))))} > 0`),
	sql`DELETE FROM account_months WHERE account_id = ${id} AND NOT EXISTS (SELECT 1 FROM voucher_lines WHERE account_id = ${id})`,
	sql`DELETE FROM accounts WHERE id = ${id} AND version = ${version}`,
	guard("ledger.account_stale"),
];

/**
 * A purpose for which the program posts by itself, with its account; `balance` is that of the account, debit less
 * credit.
 */
export type PostingRow = {
	purpose: string;
	account_id: number;
	code: string;
	name: string;
	version: number;
	balance: number;
};

export const postingAccounts = (): Select<PostingRow> =>
	select(
		`SELECT p.purpose, p.account_id, a.code, a.name, p.version,
			${balanceOf("a.id")} AS balance
		FROM posting_accounts p JOIN accounts a ON a.id = p.account_id ORDER BY a.code, p.purpose`,
	);

/**
 * SQL: whether an account `a` is a parent account, which sums up its sub-accounts and takes no postings itself. An
 * account to which the program posts by itself does not count, unless it is of cash class: there the program posts to a
 * sub-account (cash_homes).
 */
export const IS_PARENT = `(EXISTS (SELECT 1 FROM accounts s WHERE s.code > a.code || '-' AND s.code < a.code || '.' AND s.is_active = 1)
	AND (${isCashClass("a.code")} OR NOT EXISTS (SELECT 1 FROM posting_accounts p WHERE p.account_id = a.id)))`;
/** Selects the parent accounts (IS_PARENT) by code, with their own balance, debit less credit. */
export const parentAccounts = (): Select<{ code: string; held: number }> =>
	select(`SELECT code, ${balanceOf("a.id")} AS held FROM accounts a WHERE ${IS_PARENT}`);

/**
 * A cash-class account that has a balance of its own besides its sub-accounts: the balance has to be moved to these.
 * `below` is JSON of the sub-accounts' codes and names.
 */
export type HeldParent = { id: number; code: string; name: string; held: number; below: string };
export const heldParents = (): Select<HeldParent> =>
	select(
		`SELECT * FROM (SELECT p.account_id AS id, p.code, p.name, ${balanceOf("p.account_id")} AS held,
			(SELECT json_group_array(s.code || ' ' || s.name) FROM accounts s WHERE s.is_active = 1 AND s.code GLOB p.code || '-*') AS below
		FROM cash_parents p) WHERE held <> 0 ORDER BY code`,
	);

/** Refuses with `ledger.has_sub_accounts` accounts (a JSON list of ids) that are parent accounts. */
export const refuseParents = (ids: string): Write =>
	refuseWhere(
		"ledger.has_sub_accounts",
		sql`EXISTS (SELECT 1 FROM json_each(${ids}) j JOIN accounts a ON a.id = j.value WHERE ${sql.raw(IS_PARENT)})`,
	);

/**
 * Refuses with `ledger.has_sub_accounts` a voucher with a line on a parent account, unless the voucher moves that
 * account's balance to a sub-account. For cash-class accounts a trigger of migration 0042 refuses.
 */
export const refuseParentLines = (voucherId: SQL<number> | number): Write =>
	refuseWhere(
		"ledger.has_sub_accounts",
		sql`EXISTS (SELECT 1 FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE l.voucher_id = ${voucherId} AND ${sql.raw(`NOT ${isCashClass("a.code")} AND ${IS_PARENT}`)}
			AND NOT EXISTS (SELECT 1 FROM voucher_lines o JOIN accounts b ON b.id = o.account_id
				WHERE o.voucher_id = l.voucher_id AND b.code GLOB a.code || '-*'))`,
	);

/** Selects the accounts of the posting purposes in TIED, whose balances the program keeps equal to other records. */
export const tiedAccounts = (): Select<TiedAccount> =>
	select(
		`SELECT p.purpose, a.code, a.name FROM posting_accounts p JOIN accounts a ON a.id = p.account_id
		WHERE p.purpose IN (SELECT value FROM json_each(?)) ORDER BY a.code`,
		JSON.stringify(TIED),
	);

type Mapped = { purpose: string; accountId: number; version: number };

/**
 * Changes the account of a posting purpose. Refuses with `ledger.mapping_stale` when another user changed it meanwhile;
 * the triggers of migration 0027 refuse unfit accounts.
 */
export const updatePosting = ({ purpose, accountId, version }: Mapped, at: number): Write[] => [
	sql`UPDATE posting_accounts SET account_id = ${accountId}, version = version + 1, updated_at = ${at}
		WHERE purpose = ${purpose} AND version = ${version}`,
	guard("ledger.mapping_stale"),
];
