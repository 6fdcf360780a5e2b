import { sql } from "drizzle-orm";
import { guard, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import type { BudgetEdit, NewBudget } from "#domain/books/budgets/form.ts";
import type { By } from "#kernel/by.ts";

export type BudgetRow = {
	id: number;
	year: number;
	account_id: number;
	code: string;
	account: string;
	name: string;
	amount: number;
	note: string;
	version: number;
	/** How many lines of vouchers and finance documents name the budget item. */
	uses: number;
};
export const budgetRow = (id: number): Select<BudgetRow> =>
	selectOne(
		`SELECT b.id, b.year, b.account_id, a.code, a.name AS account, b.name, b.amount, b.note, b.version,
			(SELECT count(*) FROM voucher_lines WHERE budget_item_id = b.id) + (SELECT count(*) FROM finance_lines WHERE budget_item_id = b.id) AS uses
		FROM budget_items b JOIN accounts a ON a.id = b.account_id WHERE b.id = ?`,
		id,
	);

/**
 * Selects the accounts that a budget item may have: active accounts of income and expense, and the present account of
 * the item `itemId`.
 */
export const budgetAccounts = (itemId = 0): Select<{ id: number; code: string; name: string }> =>
	select(
		`SELECT id, code, name FROM accounts WHERE code >= '4'
			AND (is_active = 1 OR id = (SELECT account_id FROM budget_items WHERE id = ?)) ORDER BY code`,
		itemId,
	);

/** How many budget items of the year before are not in this year's budget yet, and their sums: for copying them. */
export type CopyHead = { items: number; expense: number; income: number };
export const copyHead = (year: number): Select<CopyHead> =>
	selectOne(
		`SELECT count(*) AS items, coalesce(sum(b.amount) FILTER (WHERE a.code >= '5'), 0) AS expense,
			coalesce(sum(b.amount) FILTER (WHERE a.code < '5'), 0) AS income
		FROM budget_items b JOIN accounts a ON a.id = b.account_id WHERE b.year = ?1 - 1 AND a.is_active = 1
			AND NOT EXISTS (SELECT 1 FROM budget_items n WHERE n.year = ?1 AND n.account_id = b.account_id AND n.name = b.name)`,
		year,
	);

export const insertBudget = ({ year, account, name, amount, note }: NewBudget, by: By): Write =>
	sql`INSERT INTO budget_items (year, account_id, name, amount, note, created_at, updated_at)
		VALUES (${year}, ${account}, ${name}, ${amount}, ${note}, ${by.at}, ${by.at})`;

/**
 * Changes a budget item. Refuses with `budget.stale` when another user changed it meanwhile; a trigger of migration
 * 0027 refuses with `budget.taken` when the year has another item of this account and name, or when the account changes
 * while a voucher line names the item.
 */
export const updateBudget = (id: number, { account, name, amount, note, version }: BudgetEdit, by: By): Write[] => [
	sql`UPDATE budget_items SET account_id = ${account}, name = ${name}, amount = ${amount}, note = ${note}, version = version + 1,
			updated_at = ${by.at} WHERE id = ${id} AND version = ${version}`,
	guard("budget.stale"),
];

export const deleteBudget = (id: number, version: number): Write[] => [
	sql`DELETE FROM budget_items WHERE id = ${id} AND version = ${version}`,
	guard("budget.stale"),
];

/** Copies the budget items of the year before that this year does not have, changed by a percentage, in whole NT$. */
export const copyBudget = (year: number, percent: number, by: By): Write =>
	sql`INSERT INTO budget_items (year, account_id, name, amount, note, created_at, updated_at)
		SELECT ${year}, b.account_id, b.name, CAST(round(b.amount * (100.0 + ${percent}) / 100) AS INTEGER), b.note, ${by.at}, ${by.at}
		FROM budget_items b JOIN accounts a ON a.id = b.account_id WHERE b.year = ${year} - 1 AND a.is_active = 1
			AND NOT EXISTS (SELECT 1 FROM budget_items n WHERE n.year = ${year} AND n.account_id = b.account_id AND n.name = b.name)`;
