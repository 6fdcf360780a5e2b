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

/** Adds an item to a year's budget, once per form `key`. Refuses `budget.taken`, `budget.account_refused`. */
export const createBudget = (db: Db, { input, key, by }: { input: NewBudget; key: string; by: By }): Promise<number> =>
	commitOnce(db, { key, at: by.at }, [
		stored.insertBudget(input, by),
		...audited(db, "budget.create", { id: madeBy(key), by, description: String(input.year), changes: { ...input } }),
	]);

/**
 * Changes a budget item. Refuses `budget.stale`, `budget.taken`, and `budget.used` when a used item would move to
 * another account.
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

/** Deletes a budget item that nothing refers to. Refuses `budget.stale`, `budget.used`. */
export async function removeBudget(db: Db, id: number, { version, by }: { version: number; by: By }): Promise<void> {
	const [[before]] = await readRows(db.$client, stored.budgetRow(id));
	if (before?.version !== version) throw new Refusal("budget.stale");
	await commit(db, [
		...stored.deleteBudget(id, version),
		...audited(db, "budget.remove", { id, by, description: String(before.year), changes: { amount: before.amount } }),
	]);
}

/**
 * Copies the items that the year before has and this year does not have yet, changed by some percent; a repetition
 * copies nothing.
 */
export const copyBudget = (db: Db, { year, percent, by }: { year: number; percent: number; by: By }): Promise<void> =>
	commit(db, [
		stored.copyBudget(year, percent, by),
		...audited(db, "budget.copy", { id: year, by, description: String(year), changes: { percent } }),
	]);
