import { monthsIn } from "#domain/books/ledger/months.ts";

/**
 * The data of an asset that its depreciation needs. Days are YYYY-MM-DD, amounts whole NT$; `life_months` is null for
 * an asset that keeps its value (土地).
 */
export type Depreciable = {
	acquired_on: string;
	disposed_on: string | null;
	cost: number;
	residual: number;
	life_months: number | null;
};

/**
 * Returns the 累計折舊 at the end of a month (YYYY-MM), straight-line: the month of purchase counts as a whole month
 * (營利事業所得稅查核準則 §95), and so does the month of disposal; at the end of the asset's life exactly the residual
 * is left.
 */
export function depreciatedBy(asset: Depreciable, month: string): number {
	const { acquired_on, disposed_on, cost, residual, life_months } = asset;
	if (life_months === null) return 0;
	const last = disposed_on !== null && disposed_on.slice(0, 7) < month ? disposed_on.slice(0, 7) : month;
	const used = Math.min(Math.max(monthsIn({ from: acquired_on.slice(0, 7), to: last }), 0), life_months);
	return Math.floor(((cost - residual) * used) / life_months);
}

/** Returns the depreciation (折舊) of an asset in a year, in whole NT$. */
export const depreciationOf = (asset: Depreciable, year: number): number =>
	depreciatedBy(asset, `${year}-12`) - depreciatedBy(asset, `${year - 1}-12`);

/** Whether the association has the asset on a day: bought by then, and not yet disposed of. */
export const isThere = ({ acquired_on, disposed_on }: Depreciable, day: string): boolean =>
	acquired_on <= day && (disposed_on === null || disposed_on > day);

/** Returns the code of the 累計折舊 account of an asset account: 1439 for 1430 and for 1430-01. */
export const contraOf = (code: string): string => `${code.slice(0, 3)}9`;

/** Returns a year's depreciation by the code of the 累計折舊 account; accounts without depreciation are left out. */
export function depreciationByAccount(
	assets: readonly (Depreciable & { code: string })[],
	year: number,
): Map<string, number> {
	const sums = new Map<string, number>();
	for (const asset of assets) {
		const amount = depreciationOf(asset, year);
		if (amount > 0) sums.set(contraOf(asset.code), (sums.get(contraOf(asset.code)) ?? 0) + amount);
	}
	return sums;
}
