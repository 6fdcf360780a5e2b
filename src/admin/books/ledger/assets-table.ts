import type { AssetBalance, AssetRow } from "#db/books/assets.ts";
import { accountsLike } from "#domain/books/accounts/chart.ts";
import { contraOf, depreciatedBy, depreciationOf, isThere } from "#domain/books/assets/rules.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount, figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { table } from "#ui/table.ts";

const { ledger } = paths.admin;

/**
 * An asset with its values at the end of a year: `depreciation` of that year, `accumulated` until then, the book value
 * (`left`), and whether it is not disposed of (`isHere`).
 */
export type AssetStanding = AssetRow & { depreciation: number; accumulated: number; left: number; isHere: boolean };

/** Returns the assets bought by the end of a year, with their values on that day. */
export const standingOf = (rows: readonly AssetRow[], year: number): AssetStanding[] =>
	rows
		.filter(({ acquired_on }) => acquired_on <= `${year}-12-31`)
		.map((row) => {
			const accumulated = depreciatedBy(row, `${year}-12`);
			return {
				...row,
				depreciation: depreciationOf(row, year),
				accumulated,
				left: row.cost - accumulated,
				isHere: isThere(row, `${year}-12-31`),
			};
		});

/**
 * The filter of the list: assets in use or disposed of at the end of the year, the code or words of an account, and
 * searched words.
 */
export type Shown = { shown: "here" | "gone" | "all"; account: string; q: string };

export const matching = (rows: readonly AssetStanding[], { shown, account, q }: Shown): AssetStanding[] =>
	rows
		.filter(({ isHere }) => shown === "all" || isHere === (shown === "here"))
		.filter(({ code, account: name }) => accountsLike(account, [{ code, name }]).length > 0)
		.filter(({ name, place, keeper, note }) => [name, place, keeper, note].some((text) => text.includes(q)));

export const sumOf = (rows: readonly AssetStanding[], of: "cost" | "depreciation" | "accumulated" | "left"): number =>
	rows.reduce((sum, row) => sum + row[of], 0);

/** Returns 耐用年限 in words: 5 年, 30 個月, or 不折舊 for null. */
export const lifeWords = (months: number | null): string => {
	if (months === null) return "不折舊";
	return months % 12 === 0 ? `${months / 12} 年` : `${months} 個月`;
};

/** Draws the table 財產目錄 with the sums of its rows; `empty` is shown when there are no rows. */
export const assetsTable = (rows: AssetStanding[], empty: VNode): VNode =>
	table<AssetStanding>({
		caption: "財產目錄",
		cards: true,
		tight: true,
		book: true,
		columns: [
			{ label: "編號", nowrap: true, sheet: "away", cell: ({ id }) => String(id) },
			{
				label: "財產名稱",
				head: true,
				cell: ({ id, name, code, account, isHere }) =>
					html`<span><a href=${ledger.asset(id)}>${name}</a><small>${`${code} ${account}`}${!isHere && "（已處分）"}</small></span>`,
			},
			{ label: "取得日期", nowrap: true, sheet: "line", cell: ({ acquired_on }) => dayText(acquired_on) },
			{ label: "數量", end: true, cell: ({ quantity, unit }) => `${figure(quantity)} ${unit}`.trim() },
			{ label: "年限", nowrap: true, cell: ({ life_months }) => lifeWords(life_months) },
			{ label: "取得成本", end: true, pair: true, cell: ({ cost }) => amount(cost) },
			{ label: "本年折舊", end: true, cell: ({ depreciation }) => amount(depreciation) },
			{ label: "累計折舊", end: true, cell: ({ accumulated }) => amount(accumulated) },
			{ label: "帳面價值", end: true, pair: true, cell: ({ left }) => amount(left) },
			{
				label: "存放地點",
				cell: ({ place, keeper }) =>
					html`<span>${place || html`<span class="soft">—</span>`}${keeper && html`<small>${keeper}</small>`}</span>`,
			},
		],
		rows,
		empty,
		foot:
			rows.length > 0 &&
			html`<tr role="row">
				<th role="rowheader" scope="row" colspan="5" class="head">合計</th>
				<td role="cell" class="num pair" data-label="取得成本">${amount(sumOf(rows, "cost"))}</td>
				<td role="cell" class="num" data-label="本年折舊">${amount(sumOf(rows, "depreciation"))}</td>
				<td role="cell" class="num" data-label="累計折舊">${amount(sumOf(rows, "accumulated"))}</td>
				<td role="cell" class="num pair" data-label="帳面價值">${amount(sumOf(rows, "left"))}</td>
				<td role="cell"></td>
			</tr>`,
	});

type Tie = { code: string; name: string; register: number; books: number };

/**
 * Returns, for each account of assets and of 累計折舊, the sum in the register (assets that are not disposed of) and
 * the balance in the books. In both, 累計折舊 is below 0.
 */
export function assetTies(rows: readonly AssetStanding[], balances: readonly AssetBalance[]): Tie[] {
	const here = rows.filter(({ isHere }) => isHere);
	const register = new Map<string, number>();
	const add = (code: string, value: number) => register.set(code, (register.get(code) ?? 0) + value);
	for (const { code, cost, accumulated } of here) {
		add(code, cost);
		if (accumulated > 0) add(contraOf(code), -accumulated);
	}
	const codes = new Set([...register.keys(), ...balances.map(({ code }) => code)]);
	return [...codes].sort().map((code) => {
		const account = balances.find((one) => one.code === code);
		const asset = here.find((one) => one.code === code);
		return {
			code,
			name: account?.name ?? asset?.account ?? "累計折舊",
			register: register.get(code) ?? 0,
			books: account?.balance ?? 0,
		};
	});
}

/** Draws the comparison of the register with the books, with the difference for each account. */
export const tiesTable = (ties: Tie[]): VNode =>
	table<Tie>({
		caption: "財產目錄與帳上餘額",
		tight: true,
		columns: [
			{ label: "會計科目", head: true, cell: ({ code, name }) => `${code} ${name}` },
			{ label: "財產目錄", end: true, cell: ({ register }) => amount(register) },
			{ label: "帳上餘額", end: true, cell: ({ books }) => amount(books) },
			{
				label: "核對",
				cell: ({ register, books }) =>
					register === books
						? status({ word: "相符", tone: "ok" })
						: status({ word: `相差 ${figure(books - register)}`, tone: "warn", icon: "warn" }),
			},
		],
		rows: ties,
	});
