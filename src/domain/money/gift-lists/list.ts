import { ANONYMOUS } from "#domain/money/income/labels.ts";
import { figure, sumOf } from "#kernel/amounts.ts";
import type { Paper } from "#kernel/paper.ts";
import { type Half, halfWords } from "./halves.ts";

/** A gift as the public list says it. `amount` is whole NT$, 0 for a gift in kind; an empty name is 善心人士. */
export type ListedGift = { day: string; name: string; amount: number; items: string; purpose: string };

/** Why a gift stands in the list as it does. */
export const WHY_WORDS = {
	name: "本人同意刊登姓名",
	other: "本人指定的名稱",
	donor: "捐款人資料同意刊登",
	anonymous: "捐款人不要刊登姓名",
	member: "會員不要刊登姓名",
	unasked: "還沒有問過",
	several: "有好幾筆捐款人資料",
	nobody: "沒有登記捐款人",
	erased: "已去識別化",
} as const;
export type Why = keyof typeof WHY_WORDS;
/** Whether the giver can still be asked. */
export const isOpen = (why: Why): boolean => why === "unasked" || why === "several";

export const shownName = ({ name }: Pick<ListedGift, "name">): string => name || ANONYMOUS;
/** Returns the month of a gift as the list says it: 3 月. */
export const monthWords = (day: string): string => `${Number(day.slice(5, 7))} 月`;

/** Returns the sums of the months that have gifts of money, in their order. */
export const sumsByMonth = (gifts: readonly ListedGift[]): { month: string; amount: number; gifts: number }[] =>
	[...Map.groupBy(gifts, ({ day }) => day.slice(0, 7))]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([month, some]) => ({ month, amount: sumOf(some), gifts: some.length }));

const purposeOf = ({ purpose }: ListedGift): string => purpose || "未指定用途";

/** Returns the paper of a half-year's list (捐款徵信): the gifts by month, the sums, and what is in kind. */
export function giftPaper(half: Half, gifts: readonly ListedGift[], of: { association: string; on: string }): Paper {
	const money = gifts.filter(({ items }) => items === "");
	const kind = gifts.filter(({ items }) => items !== "");
	const sum = { cells: ["合計", `${money.length} 筆`, "", figure(sumOf(money))], strong: true };
	const columns = [
		{ label: "月份", width: 10 },
		{ label: "捐款人", width: 34 },
		{ label: "用途", width: 36 },
	];
	const months = sumsByMonth(money).map(({ month, amount, gifts: many }) => ({
		cells: [`${monthWords(month)}小計`, `${many} 筆`, "", figure(amount)],
		strong: true,
	}));
	return {
		title: `${of.association} ${halfWords(half)}捐款徵信`,
		lead: [`發布日期 ${of.on}　單位：新臺幣元`],
		tables: [
			{
				title: "捐款",
				columns: [...columns, { label: "金額", width: 20, end: true }],
				rows: [
					...money.map((gift) => ({
						cells: [monthWords(gift.day), shownName(gift), purposeOf(gift), figure(gift.amount)],
					})),
					...months,
					sum,
				],
			},
			...(kind.length === 0
				? []
				: [
						{
							title: "實物捐贈",
							columns: [...columns, { label: "實物", width: 40 }],
							rows: kind.map((gift) => ({
								cells: [monthWords(gift.day), shownName(gift), purposeOf(gift), gift.items],
							})),
						},
					]),
		],
		notes: ["捐款人依本人意願刊登姓名，其餘以「善心人士」刊登。金額已扣除退還的捐款，月份依入帳日期。"],
		foot: of.association,
	};
}
