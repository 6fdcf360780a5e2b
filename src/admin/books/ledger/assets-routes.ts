import * as z from "zod";
import { chosenAccount } from "#admin/books/account-field.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { assetAccounts, assetBalances, assetRow, assets, depreciationVoucher } from "#db/books/assets.ts";
import { readRows } from "#db/read.ts";
import { createAsset, draftDepreciation, editAsset, removeAsset } from "#domain/books/assets/actions.ts";
import { AssetEdit, AssetRemoval, DepreciationForm, NewAsset } from "#domain/books/assets/form.ts";
import { paths } from "#http/paths.ts";
import { line } from "#kernel/form.ts";
import { asked } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { formPage, pageWithForms, type Refused } from "#kits/form/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { assetForm, assetPage, freshAsset, newAssetPage } from "./assets-form-page.ts";
import { assetListPage } from "./assets-list-page.ts";
import { type AssetStanding, lifeWords, matching, standingOf } from "./assets-table.ts";
import { bookFiles } from "./book.ts";
import { Year } from "./query.ts";
import { isOpenYear } from "./report.ts";

const { ledger } = paths.admin;
const gate = "ledger";

const AssetQuery = z.strictObject({
	year: asked(Year),
	shown: asked(z.enum(["gone", "all"])),
	account: line(100).default(""),
	q: line(60).default(""),
});
type Query = typeof AssetQuery._output;
const yearOf = (at: number): number => Number(dateInTaipei(at).slice(0, 4));

async function listOf({ env, who, surroundings, at, query }: Ask<object, Query>, { sent }: Refused) {
	const year = (Number(sent?.values.year) || query.year) ?? yearOf(at);
	const [rows, accounts, balances, [voucher]] = await readRows(
		env.DB,
		assets(),
		assetAccounts(),
		assetBalances(year),
		depreciationVoucher(year),
	);
	return assetListPage({
		rows,
		accounts,
		balances,
		voucher,
		year,
		shown: query.shown ?? "here",
		account: query.account,
		q: query.q,
		association: surroundings.fullName,
		titles: surroundings.titles,
		isOpen: isOpenYear(surroundings, `${year}-12-31`),
		mayPost: allows("ledger_post", who),
		key: crypto.randomUUID(),
		state: sent ?? freshForm(),
	});
}

const list = pageWithForms({
	path: ledger.assets(),
	gate,
	query: AssetQuery,
	page: listOf,
});

/** Returns the sheet 財產目錄 of an exported file: its name, header, column widths, and a row for each asset. */
export const assetSheet = (rows: readonly AssetStanding[]) => ({
	sheet: "財產目錄",
	header: [
		"編號",
		"財產名稱",
		"會計科目",
		"取得日期",
		"數量",
		"單位",
		"耐用年限",
		"取得成本",
		"殘值",
		"本年折舊",
		"累計折舊",
		"帳面價值",
		"存放地點",
		"保管人",
		"處分日期",
		"備註",
	],
	widths: [8, 28, 24, 12, 8, 8, 10, 14, 12, 12, 12, 14, 16, 12, 12, 24],
	rows: rows.map((row) => [
		row.id,
		row.name,
		`${row.code} ${row.account}`,
		row.acquired_on,
		row.quantity,
		row.unit,
		lifeWords(row.life_months),
		row.cost,
		row.residual,
		row.depreciation,
		row.accumulated,
		row.left,
		row.place,
		row.keeper,
		row.disposed_on,
		row.note,
	]),
});

const files = bookFiles({
	path: ledger.assetsExport,
	query: AssetQuery,
	name: "財產",
	page: ledger.assets(),
	read: async ({ env, query: { year, shown, account, q }, at }) => {
		const of = year ?? yearOf(at);
		const [rows] = await readRows(env.DB, assets());
		const listed = matching(standingOf(rows, of), { shown: shown ?? "here", account, q });
		return { file: `財產目錄-${of}`, table: assetSheet(listed) };
	},
});

const create = formPage({
	path: ledger.assetCreate(),
	gate: "ledger_post",
	form: NewAsset,
	about: async ({ env }) => (await readRows(env.DB, assetAccounts()))[0],
	filled: freshAsset,
	page: (accounts, state) => newAssetPage(state, accounts, crypto.randomUUID()),
	run: async ({ db, env, by }, { input, key }) => {
		const account = await chosenAccount({ env }, { text: input.account, offered: assetAccounts() });
		await createAsset(db, { ...input, account }, { key, by });
		return { to: ledger.assets(), flash: `已新增財產「${input.name}」。` };
	},
});

type AskOne = Ask<{ id: number }>;

async function shown(ask: AskOne, { state, removal }: Refused<"state" | "removal">) {
	const [[row], accounts] = await readRows(ask.env.DB, assetRow(ask.params.id), assetAccounts());
	if (!row) return "missing" as const;
	return assetPage({
		row,
		accounts,
		state: state ?? assetForm(row),
		removal: removal ?? freshForm(),
		month: dateInTaipei(ask.at).slice(0, 7),
		mayPost: allows("ledger_post", ask.who),
	});
}

const asset = pageWithForms({ path: ledger.asset(":id"), gate, params: IdParams, page: shown });

const updateAsset = asset.form("state", {
	gate: "ledger_post",
	form: AssetEdit,
	run: async ({ db, env, by, params }, { input }) => {
		const account = await chosenAccount({ env }, { text: input.account, offered: assetAccounts() });
		await editAsset(db, params.id, { input: { ...input, account }, by });
		return { to: ledger.assets(), flash: `已儲存財產「${input.name}」。` };
	},
});

const deleteAsset = asset.form("removal", {
	path: ledger.assetRemoval(":id"),
	gate: "ledger_post",
	form: AssetRemoval,
	run: async ({ db, by, params }, { input }) => {
		await removeAsset(db, { id: params.id, version: input.version, by });
		return { to: ledger.assets(), flash: "已刪除這筆財產的登記。" };
	},
});

const depreciate = list.form("sent", {
	path: ledger.depreciation(),
	gate: "ledger_post",
	form: DepreciationForm,
	run: async ({ db, by }, { input, key }) => {
		const id = await draftDepreciation(db, input.year, { key, by });
		return { to: ledger.voucherEdit(id), flash: "已產生折舊傳票的草稿，核對後請過帳。" };
	},
});

/** The routes of 財產. */
export const ASSET_ROUTES: readonly Route[] = [
	list.show,
	...create,
	depreciate,
	...files,
	asset.show,
	updateAsset,
	deleteAsset,
];
