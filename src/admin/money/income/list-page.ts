import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { INCOME_PER_PAGE, type IncomeListRow, type IncomeSums } from "#db/money/income-lists.ts";
import {
	INCOME_KIND_LABELS,
	INCOME_KINDS,
	INCOME_METHOD_LABELS,
	INCOME_METHODS,
	INCOME_STATE_LABELS,
	INCOME_STATES,
	incomeKindWords,
	incomeNumber,
} from "#domain/money/income/labels.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { type Here, sortOf } from "#ui/url-state.ts";
import { isNarrowed } from "./list-query.ts";
import { incomeStatus, incomeTabs } from "./words.ts";

const { income } = paths.admin;

export type IncomeList = {
	rows: IncomeListRow[];
	sums: IncomeSums;
	/** How many wait to be posted, of all. */
	waiting: number;
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	who: Visitor;
};

/** Every income record, or those that fit the conditions. */
export function incomeListPage(list: IncomeList): Page {
	const { rows, sums, page, query, who } = list;
	const here: Here = { path: income.list(), query };
	return {
		title: "收入",
		area: "會費與收款",
		crumbs: MONEY_CRUMBS,
		tabs: incomeTabs(income.list(), allows("income_manage", who)),
		lead: `${isNarrowed(query) ? "符合條件的有" : "共"} ${figure(sums.total)} 筆，已登錄的合計 ${money(sums.sum)}。`,
		actions: headActions(list),
		body: html`<div class="stack">
			${toPost(list)}
			${card(
				{ flush: true, label: "收入" },
				filters({ here, search: { placeholder: "捐款人、抬頭、編號、用途、金額", label: "搜尋收入" }, fields: FIELDS }),
				table({
					caption: "收入",
					cards: true,
					columns: COLUMNS,
					rows,
					sorted: { here, now: sortOf(here, "-day") },
					empty: nothing(list, here),
				}),
				rows.length > 0 && pager({ here, page, size: INCOME_PER_PAGE, total: sums.total, unit: "筆" }),
			)}
		</div>`,
	};
}

/** What waits for whoever posts. */
const toPost = ({ waiting, query, who }: IncomeList): VNode | false =>
	waiting > 0 &&
	allows("ledger_post", who) &&
	query.state !== "recorded" &&
	notice(
		{ tone: "info" },
		`${figure(waiting)} 筆收入等待入帳。`,
		html`<a href=${`${income.list()}?state=recorded&sort=day`}>查看待入帳的收入</a>`,
	);

function headActions({ query, who, sums }: IncomeList): VNode[] {
	return [
		...(sums.total > 0 ? [actionsMenu({ label: "匯出" }, ...exportLinks(income.export, query))] : []),
		...(allows("income_manage", who)
			? [linkButton({ label: "登錄收入", icon: "plus", href: income.create(), tone: "primary" })]
			: []),
	];
}

function nothing({ sums, query, who }: IncomeList, here: Here): VNode {
	if (sums.total > 0) return pastTheEnd(here, "列表已經變短", "收入");
	if (isNarrowed(query)) return noMatch({ title: "找不到符合的收入", clearHref: here.path });
	return noneYet({
		title: "還沒有收入紀錄",
		text: "會費以外的收入登錄在這裡：捐款、補助、利息與其他收入。",
		actions: allows("income_manage", who) && linkButton({ label: "登錄收入", icon: "plus", href: income.create() }),
	});
}

const options = <C extends string>(codes: readonly C[], labels: Record<C, string>) =>
	codes.map((value) => ({ value, label: labels[value] }));
const FIELDS: Filter[] = [
	{ name: "state", label: "狀態", options: options(INCOME_STATES, INCOME_STATE_LABELS) },
	{
		name: "kind",
		label: "種類",
		options: [...options(INCOME_KINDS, INCOME_KIND_LABELS), { value: "in_kind", label: "實物捐贈" }],
	},
	{ name: "method", label: "收款方式", options: options(INCOME_METHODS, INCOME_METHOD_LABELS) },
	{
		name: "receipt",
		label: "捐款收據",
		options: [
			{ value: "issued", label: "已開立" },
			{ value: "none", label: "沒有開立" },
		],
	},
	{ name: "from", label: "收到日期從", type: "date" },
	{ name: "to", label: "收到日期到", type: "date" },
];

const quiet = (words: string) => html`<span class="soft">${words}</span>`;

const COLUMNS: Column<IncomeListRow>[] = [
	{
		label: "捐款人或來源",
		head: true,
		cell: (row) =>
			html`<span><a href=${income.show(row.id)}>${row.donor ?? row.payer_title}</a><small>${[incomeNumber(row), row.donor !== null && row.donor !== row.payer_title && `抬頭 ${row.payer_title}`].filter(Boolean).join("　")}</small></span>`,
	},
	{
		label: "種類",
		cell: (row) =>
			html`<span>${incomeKindWords(row)}${(row.purpose || row.project) && html`<small>${row.purpose || row.project}</small>`}</span>`,
	},
	{
		label: "金額",
		sort: "amount",
		end: true,
		cell: ({ amount, items, state }) =>
			amount === null
				? html`<small>${items}</small>`
				: state === "reversed"
					? html`<s class="soft">${figure(amount)}</s>`
					: figure(amount),
	},
	{
		label: "收到日期",
		sort: "day",
		nowrap: true,
		cell: ({ received_on, method }) =>
			html`<span>${rocWords(received_on)}<small>${method !== null && INCOME_METHOD_LABELS[method]}</small></span>`,
	},
	{ label: "收據", nowrap: true, cell: ({ receipt }) => receipt ?? quiet("—") },
	{ label: "狀態", sheet: "corner", bare: true, cell: ({ state }) => incomeStatus(state) },
];
