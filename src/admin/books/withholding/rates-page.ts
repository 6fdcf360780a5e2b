import { RateForm } from "#domain/books/withholding/form.ts";
import {
	isRate,
	isYearly,
	lackWords,
	RATE_KINDS,
	RATES,
	type RateKind,
	type RateRow,
	type Rates,
	rateOn,
} from "#domain/books/withholding/rates.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import { dateWords } from "#ui/time.ts";
import { valueWords, WITHHOLDING, WITHHOLDING_CRUMBS, withholdingTabs } from "./words.ts";

const { withholding } = paths.admin;

type SetRate = RateRow & { id: number; created_at: number };
export type RatesShown = { rates: readonly SetRate[]; today: string; mayManage: boolean; key: string };

/** Returns the kinds without a value on a day that a year's table gives. */
const lacking = (rates: Rates, today: string): RateKind[] =>
	RATE_KINDS.filter((kind) => rateOn(rates, kind, today) === undefined);

/** Draws what is not set for today; nothing when everything is. */
export const lackNotice = (rates: Rates, today: string, href?: string): Children => {
	const kinds = lacking(rates, today);
	return (
		kinds.length > 0 &&
		notice(
			{ tone: "warn", title: `${kinds.map((kind) => lackWords(kind, today)).join("；")}。` },
			"沒有設定時，系統不推算，要由會計自己輸入扣繳的金額。請依主管機關公告的數字設定。",
			href && html`<a href=${href}>前往設定</a>`,
		)
	);
};

/** Draws the page 扣繳率與門檻: what holds today, the form of a new value, and every value that was ever set. */
export const ratesPage = ({ rates, today, mayManage, key }: RatesShown, state: FormState): Page => ({
	title: "扣繳率與門檻",
	area: WITHHOLDING,
	crumbs: [...WITHHOLDING_CRUMBS, { label: WITHHOLDING, href: withholding.month() }],
	tabs: withholdingTabs(withholding.rates()),
	lead: "試算扣繳用的數字，各從哪一天起適用。設定過的不會修改或刪除：有更正時從同一天起再設定一次，以後設定的為準。",
	body: html`<div class="stack loose">
		${lackNotice(rates, today)}
		<div class="split">
			${card({ title: "現在適用", flush: true }, table({ caption: "現在適用的扣繳率與門檻", cards: true, columns: columns(rates, today), rows: [...RATE_KINDS] }))}
			${mayManage && newRate(key, state)}
		</div>
		${card({ title: "設定過的", count: rates.length, flush: true }, table({ caption: "設定過的扣繳率與門檻", cards: true, columns: HISTORY, rows: standings(rates) }))}
	</div>`,
});

const columns = (rates: Rates, today: string): Column<RateKind>[] => [
	{
		label: "項目",
		head: true,
		cell: (kind) => html`<span>${RATES[kind].label}<small class="soft">${RATES[kind].article}</small></span>`,
	},
	{
		label: "數值",
		end: true,
		nowrap: true,
		cell: (kind) => {
			const value = rateOn(rates, kind, today);
			return value === undefined ? html`<span class="soft">尚未設定</span>` : valueWords(kind, value);
		},
	},
];

const LABELS = { kind: "項目", from_on: "從哪一天起", value: "數值" } as const;
const field = fieldsOf(RateForm, LABELS);

const newRate = (key: string, state: FormState): VNode =>
	card(
		{ title: "設定新的數值" },
		form(
			{ action: withholding.rates(), state, key, submit: "設定", busy: "設定中...", main: true, guard: true },
			field({
				name: "kind",
				state,
				type: "select",
				empty: "請選擇",
				options: RATE_KINDS.map((kind) => ({
					value: kind,
					label: `${RATES[kind].label}（${isRate(kind) ? "%" : "元"}${isYearly(kind) ? "，每年設定" : ""}）`,
				})),
			}),
			field({ name: "from_on", state, type: "date", narrow: true, hint: "每年設定的項目只適用到那一年的年底。" }),
			field({
				name: "value",
				state,
				autocomplete: "off",
				inputmode: "decimal",
				narrow: true,
				hint: "扣繳率填百分比，例如 2.11；門檻填金額，例如 20,000。",
			}),
		),
	);

type Standing = SetRate & { isReplaced: boolean };
/** Returns the values by kind, the newest first; one is replaced by a later one from the same day. */
const standings = (rates: readonly SetRate[]): Standing[] =>
	RATE_KINDS.flatMap((kind) =>
		rates
			.filter((one) => one.kind === kind)
			.map((one) => ({
				...one,
				isReplaced: rates.some(
					({ id, from_on, kind: other }) => other === kind && from_on === one.from_on && id > one.id,
				),
			}))
			.reverse(),
	);

const HISTORY: Column<Standing>[] = [
	{ label: "項目", head: true, cell: ({ kind }) => RATES[kind].label },
	{ label: "從哪一天起", nowrap: true, cell: ({ from_on }) => dayText(from_on) },
	{
		label: "數值",
		end: true,
		nowrap: true,
		cell: ({ kind, value, isReplaced }) =>
			html`<span>${valueWords(kind, value)}${isReplaced && html`<small class="soft">已由後來的更正</small>`}</span>`,
	},
	{
		label: "設定日",
		nowrap: true,
		sheet: "line",
		cell: ({ created_at }) => (created_at === 0 ? "系統內建" : dateWords(created_at)),
	},
];
