import { recordAudit } from "#db/audit.ts";
import * as stored from "#db/books/budget-writes.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { BudgetEdit, NewBudget } from "./form.ts";

type Noted = {
	id: Parameters<typeof recordAudit>[1]["auditableId"];
	description: string;
	changes: Record<string, unknown>;
	by: By;
};
const audited = (db: Db, action: string, { id, by, description, changes }: Noted): Write[] =>
	recordAudit(db, { ...by, action, auditableType: "budget_item", auditableId: id, description, changes });

/**
 * Adds an item to a year's budget, once per form `key`; returns its id. Refuses `budget.taken` (the account has an item
 * of this name in the year) and `budget.account_refused` (not an account of income or expenses).
 */
export const createBudget = (db: Db, { input, key, by }: { input: NewBudget; key: string; by: By }): Promise<number> =>
	commitOnce(db, { key, at: by.at }, [
		stored.insertBudget(input, by),
		...audited(db, "budget.create", { id: madeBy(key), by, description: String(input.year), changes: { ...input } }),
	]);

/**
 * Changes a budget item. Refuses `budget.stale` (changed meanwhile), `budget.taken` (the account has another item of
 * this name in the year), and `budget.used` when a used item would move to another account.
 */
export async function editBudget(db: Db, id: number, { input, by }: { input: BudgetEdit; by: By }): Promise<void> {
	const [[before]] = await readRows(db.$client, stored.budgetRow(id));
	if (before?.version !== input.version) throw new Refusal("budget.stale");
	if (before.account_id !== input.account && before.uses > 0) throw new Refusal("budget.used");
	await commit(db, [
		...stored.updateBudget(id, input, by),
		...audited(db, "budget.edit", {
			id,
			by,
			description: String(before.year),
			changes: { amount: { from: before.amount, to: input.amount } },
		}),
	]);
}

/**
 * Deletes a budget item. Refuses `budget.stale` (changed meanwhile) and `budget.used` (a document or voucher refers to
 * it).
 */
export async function removeBudget(db: Db, id: number, { version, by }: { version: number; by: By }): Promise<void> {
	const [[before]] = await readRows(db.$client, stored.budgetRow(id));
	if (before?.version !== version) throw new Refusal("budget.stale");
	await commit(db, [
		...stored.deleteBudget(id, version),
		...audited(db, "budget.remove", { id, by, description: String(before.year), changes: { amount: before.amount } }),
	]);
}

/**
 * Copies into the budget of `year` the items of the year before that it lacks, their amounts changed by `percent`; a
 * repetition copies nothing.
 */
export const copyBudget = (db: Db, { year, percent, by }: { year: number; percent: number; by: By }): Promise<void> =>
	commit(db, [
		stored.copyBudget(year, percent, by),
		...audited(db, "budget.copy", { id: year, by, description: String(year), changes: { percent } }),
	]);
