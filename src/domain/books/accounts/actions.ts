import { recordAudit } from "#db/audit.ts";
import * as accounts from "#db/books/accounts.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { AccountEdit, NewAccount } from "./form.ts";

/**
 * Inserts an account of the books, once per form `key`; returns its id. Refuses `ledger.account_taken` (the code is in
 * use) and `ledger.no_parent` (a sub-account whose parent account does not exist).
 */
export const createAccount = (db: Db, input: NewAccount, { key, by }: { key: string; by: By }): Promise<number> =>
	commitOnce(db, { key, at: by.at }, [
		accounts.insertAccount(input, by.at),
		...recordAudit(db, {
			...by,
			action: "account.create",
			auditableType: "account",
			auditableId: madeBy(key),
			description: input.code,
			changes: input,
		}),
	]);

/**
 * Changes an account of the books. Refuses `ledger.account_stale` (changed meanwhile), a code that another account has
 * (`ledger.account_taken`), a new code for an account that is in use (`ledger.account_used`), and deactivating an
 * account that the program or a bank account posts to (`ledger.account_mapped`), and a 項 of the other class
 * (`layout.class`).
 */
export async function editAccount(db: Db, id: number, { input, by }: { input: AccountEdit; by: By }): Promise<void> {
	const [[before]] = await readRows(db.$client, accounts.accountDetail(id));
	if (before?.version !== input.version) throw new Refusal("ledger.account_stale");
	const was = { code: before.code, name: before.name, is_active: before.is_active === 1, item: before.item };
	const wanted = { ...input, item: input.item === undefined ? before.item : input.item };
	const changes = (["code", "name", "is_active", "item"] as const).flatMap((name) =>
		was[name] === wanted[name] ? [] : [[name, { from: was[name], to: wanted[name] }]],
	);
	if (changes.length === 0) return;
	await commit(db, [
		...accounts.updateAccount(id, wanted, by.at),
		...recordAudit(db, {
			...by,
			action: "account.edit",
			auditableType: "account",
			auditableId: id,
			description: before.code,
			changes: Object.fromEntries(changes),
		}),
	]);
}

/**
 * Deletes an account. Refuses `ledger.account_used` when anything refers to it, and `ledger.account_stale` when it
 * changed meanwhile.
 */
export async function removeAccount(
	db: Db,
	{ id, code, version, by }: { id: number; code: string; version: number; by: By },
): Promise<void> {
	await commit(db, [
		...accounts.deleteAccount(id, version),
		...recordAudit(db, {
			...by,
			action: "account.delete",
			auditableType: "account",
			auditableId: id,
			description: code,
		}),
	]);
}

type Mapped = { purpose: string; accountId: number; version: number };

/**
 * Assigns other accounts to the purposes for which the program posts by itself; unchanged purposes are skipped. Returns
 * how many changed. Refuses `ledger.mapping_stale` (changed meanwhile), an account of another class
 * (`ledger.mapping_class`), one account for two purposes (`ledger.mapping_shared`), and leaving a balance behind
 * (`ledger.mapping_balance`).
 */
export async function mapAccounts(db: Db, wanted: readonly Mapped[], by: By): Promise<number> {
	const [now, chart] = await readRows(db.$client, accounts.postingAccounts(), accounts.accountRows());
	const changed = wanted.filter(({ purpose, accountId, version }) => {
		const row = now.find((one) => one.purpose === purpose);
		if (row?.version !== version) throw new Refusal("ledger.mapping_stale");
		return row.account_id !== accountId;
	});
	if (changed.length === 0) return 0;
	await commit(db, [
		...changed.flatMap((one) => accounts.updatePosting(one, by.at)),
		...recordAudit(db, {
			...by,
			action: "posting_accounts.edit",
			auditableType: "posting_accounts",
			auditableId: "all",
			description: changed.map(({ purpose }) => purpose).join(", "),
			changes: Object.fromEntries(
				changed.map(({ purpose, accountId }) => [
					purpose,
					{
						from: now.find((one) => one.purpose === purpose)?.code,
						to: chart.find(({ id }) => id === accountId)?.code ?? String(accountId),
					},
				]),
			),
		}),
	]);
	return changed.length;
}
