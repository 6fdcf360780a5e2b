import { recordAudit } from "#db/audit.ts";
import * as assets from "#db/books/assets.ts";
import { insertDraft } from "#db/books/voucher-writes.ts";
import { insertLines } from "#db/books/vouchers.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import { selectSettings } from "#db/system/index.ts";
import { ACCOUNTS, credit, debit } from "#domain/books/ledger/postings.ts";
import { parseSettings } from "#domain/system/actions.ts";
import { keysOf } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { AssetEdit, NewAsset } from "./form.ts";
import { depreciationByAccount } from "./rules.ts";

/**
 * Registers an asset, once per form `key`; returns its id. Refuses `asset.below_limit` (it cost less than the setting
 * `asset_from`) and `asset.wrong_account` (the account is not an active asset account).
 */
export async function createAsset(db: Db, input: NewAsset, { key, by }: { key: string; by: By }): Promise<number> {
	const [settings] = await readRows(db.$client, selectSettings(keysOf("ledger")));
	if (input.cost < parseSettings("ledger", settings).asset_from) throw new Refusal("asset.below_limit");
	return commitOnce(db, { key, at: by.at, checks: [assets.refuseOtherAccount(input.account, null)] }, [
		assets.insertAsset(input, by.at),
		...recordAudit(db, {
			...by,
			action: "asset.create",
			auditableType: "asset",
			auditableId: madeBy(key),
			description: "",
			changes: input,
		}),
	]);
}

/**
 * Changes an asset; a day of disposal ends its depreciation. Refuses `asset.stale` (changed meanwhile) and
 * `asset.wrong_account` (the account is not an active asset account).
 */
export async function editAsset(db: Db, id: number, { input, by }: { input: AssetEdit; by: By }): Promise<void> {
	const [[before]] = await readRows(db.$client, assets.assetRow(id));
	if (before?.version !== input.version) throw new Refusal("asset.stale");
	const { account, life_years, version: _version, ...same } = input;
	const wanted = { ...same, account_id: account, life_months: life_years === null ? null : life_years * 12 };
	const changes = Object.entries(wanted).flatMap(([name, to]) => {
		const from = Object.entries(before).find(([one]) => one === name)?.[1];
		return from === to ? [] : [[name, { from, to }]];
	});
	if (changes.length === 0) return;
	await commit(db, [
		assets.refuseOtherAccount(account, id),
		...assets.updateAsset(id, input, by.at),
		...recordAudit(db, {
			...by,
			action: "asset.edit",
			auditableType: "asset",
			auditableId: id,
			description: `asset ${id}`,
			changes: Object.fromEntries(changes),
		}),
	]);
}

/**
 * Removes a wrong entry from the register. Refuses `asset.depreciated` (depreciation was recorded for it) and
 * `asset.stale` (changed meanwhile).
 */
export async function removeAsset(db: Db, { id, version, by }: { id: number; version: number; by: By }): Promise<void> {
	const [[before]] = await readRows(db.$client, assets.assetRow(id));
	await commit(db, [
		...assets.deleteAsset(id, version),
		...recordAudit(db, {
			...by,
			action: "asset.remove",
			auditableType: "asset",
			auditableId: id,
			description: `asset ${id}`,
			changes: { ...before },
		}),
	]);
}

/**
 * Drafts the voucher of the year's depreciation (本年折舊) on the year's last day, once per year and form `key`: Dr
 * 折舊, Cr the 累計折舊 of each account. Returns the draft's id. Refuses `asset.no_depreciation` (nothing to
 * depreciate), `asset.no_contra` (an account has no active 累計折舊 account), and `voucher.posted_twice` (the year has
 * its voucher).
 */
export async function draftDepreciation(db: Db, year: number, { key, by }: { key: string; by: By }): Promise<number> {
	const [rows, contras] = await readRows(db.$client, assets.assets(), assets.contraAccounts());
	const sums = depreciationByAccount(rows, year);
	if (sums.size === 0) throw new Refusal("asset.no_depreciation");
	for (const code of sums.keys())
		if (!contras.some((contra) => contra.code === code)) throw new Refusal("asset.no_contra");
	const words = `${year - 1911} 年折舊`;
	const total = [...sums.values()].reduce((sum, amount) => sum + amount, 0);
	return commitOnce(db, { key, at: by.at }, [
		insertDraft({ date: `${year}-12-31`, description: words, turnsNextYear: false }, by),
		insertLines(madeBy(key), [
			debit(ACCOUNTS.depreciation, total, words),
			...[...sums].map(([code, amount]) => credit(code, amount, words)),
		]),
		assets.insertDepreciation(madeBy(key), year),
		...recordAudit(db, {
			...by,
			action: "asset.depreciate",
			auditableType: "voucher",
			auditableId: madeBy(key),
			description: String(year),
			changes: { total },
		}),
	]);
}
