/**
 * Makes the assets (財產) of the demo association, which are behind its opening balances of the accounts 1430 and 1439,
 * and their depreciation.
 */
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { createAsset, draftDepreciation } from "#domain/books/assets/actions.ts";
import { postDraft } from "#domain/books/vouchers/actions.ts";
import { byUser } from "#kernel/by.ts";

/** The assets; `bought` is how many years before this year, `day` the month and day. */
const ASSETS = [
	{
		name: "投影設備",
		bought: 4,
		day: "01-10",
		cost: 60_000,
		quantity: 1,
		unit: "組",
		place: "會議室",
		keeper: "會務秘書",
	},
	{
		name: "筆記型電腦",
		bought: 2,
		day: "09-12",
		cost: 36_000,
		quantity: 3,
		unit: "臺",
		place: "會務辦公室",
		keeper: "會計",
	},
] as const;

/**
 * Registers the assets as the accountant, and posts last year's depreciation; must run before last December is closed.
 * `year` is this year.
 */
export async function seedDemoAssets(db: Db, { userId, year }: { userId: number; year: number }): Promise<void> {
	const by = byUser(userId, null, Date.parse(`${year - 1}-12-31T01:00:00Z`));
	const [[account]] = await readRows(db.$client, select<{ id: number }>("SELECT id FROM accounts WHERE code = '1430'"));
	if (!account) return;
	for (const { bought, day, ...asset } of ASSETS) {
		const acquired_on = `${year - bought}-${day}`;
		const input = { ...asset, account: account.id, acquired_on, residual: 0, life_years: 5, note: "" };
		await createAsset(db, input, { key: `demo-asset-${asset.name}`, by });
	}
	const id = await draftDepreciation(db, year - 1, { key: `demo-depreciation-${year - 1}`, by });
	await postDraft(db, { ref: { id, version: 1 }, poster: { userId, standsFor: [null] }, by });
}
