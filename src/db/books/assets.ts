import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import type { AssetEdit, NewAsset } from "#domain/books/assets/form.ts";
import { voucherNumber } from "./vouchers.ts";

/** An asset (財產); days are YYYY-MM-DD, amounts whole NT$. */
export type AssetRow = {
	id: number;
	name: string;
	account_id: number;
	code: string;
	account: string;
	quantity: number;
	unit: string;
	acquired_on: string;
	cost: number;
	residual: number;
	life_months: number | null;
	place: string;
	keeper: string;
	disposed_on: string | null;
	note: string;
	version: number;
};
const ASSET = `SELECT s.id, s.name, s.account_id, a.code, a.name AS account, s.quantity, s.unit, s.acquired_on, s.cost, s.residual,
	s.life_months, s.place, s.keeper, s.disposed_on, s.note, s.version FROM assets s JOIN accounts a ON a.id = s.account_id`;

/** Selects every asset by account, oldest first; an association has at most hundreds of them. */
export const assets = (): Select<AssetRow> => select(`${ASSET} ORDER BY a.code, s.acquired_on, s.id`);
export const assetRow = (id: number): Select<AssetRow> => selectOne(`${ASSET} WHERE s.id = ?`, id);

/**
 * The condition of the asset accounts (財產科目): codes 14xx without those of accumulated depreciation (累計折舊),
 * 14x9.
 */
const IS_ASSET = "code GLOB '14[0-9][0-8]*'";
export type AssetAccount = { id: number; code: string; name: string; is_active: 0 | 1 };
export const assetAccounts = (): Select<AssetAccount> =>
	select(`SELECT id, code, name, is_active FROM accounts WHERE ${IS_ASSET} ORDER BY code`);

/** Selects the active accounts of accumulated depreciation (累計折舊) by code. */
export const contraAccounts = (): Select<{ code: string }> =>
	select("SELECT code FROM accounts WHERE code GLOB '14[0-9]9' AND is_active = 1 ORDER BY code");

/**
 * The balance of an account 14xx at a year's end, debit less credit: accumulated depreciation (累計折舊) is below 0.
 */
export type AssetBalance = { code: string; name: string; balance: number };
export const assetBalances = (year: number): Select<AssetBalance> =>
	select(
		`SELECT a.code, a.name, sum(m.debit - m.credit) AS balance FROM account_months m JOIN accounts a ON a.id = m.account_id
		WHERE a.code GLOB '14*' AND m.month <= ? GROUP BY a.id HAVING balance <> 0 ORDER BY a.code`,
		`${year}-12`,
	);

/** The voucher of a year's depreciation that is valid: a draft, or posted and not reversed. */
export type DepreciationVoucher = { id: number; state: "draft" | "posted"; number: string | null; total: number };
export const depreciationVoucher = (year: number): Select<DepreciationVoucher> =>
	selectOne(
		`SELECT v.id, v.state, ${voucherNumber("v")} AS number,
			(SELECT coalesce(sum(l.debit), 0) FROM voucher_lines l WHERE l.voucher_id = v.id) AS total
		FROM depreciations d JOIN vouchers v ON v.id = d.voucher_id
		WHERE d.year = ? AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted')`,
		year,
	);

/**
 * Refuses with `asset.wrong_account` an account that is not an active asset account; the asset's present account is
 * always allowed.
 */
export const refuseOtherAccount = (accountId: number, assetId: number | null): Write =>
	refuseWhere(
		"asset.wrong_account",
		sql`NOT EXISTS (SELECT 1 FROM accounts WHERE id = ${accountId} AND ${sql.raw(IS_ASSET)}
			AND (is_active = 1 OR id = (SELECT account_id FROM assets WHERE id = ${assetId})))`,
	);

const months = (years: number | null): number | null => (years === null ? null : years * 12);

export const insertAsset = (input: NewAsset, at: number): Write =>
	sql`INSERT INTO assets (name, account_id, quantity, unit, acquired_on, cost, residual, life_months, place, keeper, note, created_at, updated_at)
		VALUES (${input.name}, ${input.account}, ${input.quantity}, ${input.unit}, ${input.acquired_on}, ${input.cost}, ${input.residual},
			${months(input.life_years)}, ${input.place}, ${input.keeper}, ${input.note}, ${at}, ${at})`;

/** Changes an asset. Refuses with `asset.stale` when another user changed it meanwhile. */
export const updateAsset = (id: number, input: AssetEdit, at: number): Write[] => [
	sql`UPDATE assets SET name = ${input.name}, account_id = ${input.account}, quantity = ${input.quantity}, unit = ${input.unit},
			acquired_on = ${input.acquired_on}, cost = ${input.cost}, residual = ${input.residual}, life_months = ${months(input.life_years)},
			place = ${input.place}, keeper = ${input.keeper}, disposed_on = ${input.disposed_on}, note = ${input.note},
			version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${input.version}`,
	guard("asset.stale"),
];

/**
 * Deletes an asset. Refuses with `asset.depreciated` when a year's depreciation may have counted it, and with
 * `asset.stale` when another user changed it meanwhile.
 */
export const deleteAsset = (id: number, version: number): Write[] => [
	refuseWhere(
		"asset.depreciated",
		sql`EXISTS (SELECT 1 FROM assets s JOIN depreciations d ON d.year >= CAST(substr(s.acquired_on, 1, 4) AS INTEGER)
			WHERE s.id = ${id} AND s.life_months IS NOT NULL)`,
	),
	sql`DELETE FROM assets WHERE id = ${id} AND version = ${version}`,
	guard("asset.stale"),
];

/**
 * Marks a voucher as the depreciation of a year. A trigger of migration 0027 refuses with `voucher.posted_twice` when
 * the year has another depreciation voucher that was not reversed.
 */
export const insertDepreciation = (voucherId: SQL, year: number): Write =>
	sql`INSERT INTO depreciations (voucher_id, year) VALUES (${voucherId}, ${year})`;
