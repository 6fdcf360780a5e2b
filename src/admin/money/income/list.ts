import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import {
	INCOME_PER_PAGE,
	INCOME_SORTS,
	type IncomeListRow,
	incomePage,
	incomeWaiting,
	listedIncome,
} from "#db/money/income-lists.ts";
import { readRows } from "#db/read.ts";
import {
	INCOME_KIND_LABELS,
	INCOME_KINDS,
	INCOME_METHOD_LABELS,
	INCOME_METHODS,
	INCOME_STATE_LABELS,
	INCOME_STATES,
	incomeKindWords,
} from "#domain/money/income/labels.ts";
import { paths } from "#http/paths.ts";
import { incomeNumber } from "#kernel/record-numbers.ts";
import { dayText } from "#kernel/written.ts";
import { choice, day, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noneYet } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Column } from "#ui/table.ts";
import { FILE_COLUMNS } from "./export-columns.ts";
import { incomeStatus, incomeTabs } from "./words.ts";

const { income } = paths.admin;

/** The list page 收入: all income records, filtered by the conditions. */
export const incomeList = listing({
	path: income.list(),
	gate: "income",
	title: "收入",
	unit: "筆",
	area: "會費與收款",
	crumbs: MONEY_CRUMBS,
	conditions: {
		q: words("捐款人、抬頭、編號、用途、金額", "搜尋收入"),
		state: choice("狀態", [INCOME_STATES, INCOME_STATE_LABELS]),
		kind: choice("種類", [[...INCOME_KINDS, "in_kind"], { ...INCOME_KIND_LABELS, in_kind: "實物捐贈" }]),
		method: choice("收款方式", [INCOME_METHODS, INCOME_METHOD_LABELS]),
		receipt: choice("捐款收據", [["issued", "none"], { issued: "已開立", none: "沒有開立" }]),
		from: day("收到日期從"),
		to: day("收到日期到"),
	},
	sorts: INCOME_SORTS,
	sort: "-day",
	size: INCOME_PER_PAGE,
	read: async ({ env }, { sort, page, ...filter }) => {
		const [rows, [sums], [waits]] = await readRows(env.DB, ...incomePage({ filter, sort, page }), incomeWaiting());
		return { rows, ...(sums ?? { total: 0, sum: 0 }), waiting: waits?.waiting ?? 0 };
	},
	sums: ({ sum }) => `，已登錄的合計 ${money(sum)}`,
	tabs: ({ who }) => incomeTabs(income.list(), allows("income_manage", who)),
	actions: ({ query, who, total }) => [
		total > 0 && actionsMenu({ label: "匯出" }, ...exportLinks(income.export, query)),
		allows("income_manage", who) && createButton("primary"),
	],
	above: (list) => toPost(list),
	columns: () => COLUMNS,
	none: ({ who }) =>
		noneYet({
			title: "還沒有收入紀錄",
			text: "會費以外的收入登錄在這裡：捐款、補助、利息與其他收入。",
			actions: allows("income_manage", who) && createButton("plain"),
		}),
	file: {
		path: income.export,
		holds: "books",
		narrow: "請加上條件（例如收到日期）分次匯出",
		noted: ["income.export", "income"],
		columns: FILE_COLUMNS,
		read: async ({ env }, { sort, ...filter }, most) => {
			const [rows] = await readRows(env.DB, listedIncome({ filter, sort }, most));
			return { rows };
		},
	},
});

const createButton = (tone: "plain" | "primary"): VNode =>
	linkButton({ label: "登錄收入", icon: "plus", href: income.create(), tone });

type Waiting = { waiting: number; query: Record<string, string>; who: Visitor };

/**
 * Draws how many records wait to be posted; false when none waits, for users who may not post, and on the list of these
 * records itself.
 */
const toPost = ({ waiting, query, who }: Waiting): VNode | false =>
	waiting > 0 &&
	allows("ledger_post", who) &&
	query.state !== "recorded" &&
	notice(
		{ tone: "info" },
		`${figure(waiting)} 筆收入等待入帳。`,
		html`<a href=${`${income.list()}?state=recorded&sort=day`}>查看待入帳的收入</a>`,
	);

const quiet = (words: string) => html`<span class="soft">${words}</span>`;

const COLUMNS: Column<IncomeListRow>[] = [
	{
		label: "捐款人或來源",
		sort: "from",
		head: true,
		cell: (row) =>
			html`<span><a href=${income.show(row.id)}>${row.donor ?? row.payer_title}</a><small>${[incomeNumber(row), row.donor !== null && row.donor !== row.payer_title && `抬頭 ${row.payer_title}`].filter(Boolean).join("　")}</small></span>`,
	},
	{
		label: "種類",
		sort: "kind",
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
			html`<span>${dayText(received_on)}<small>${method !== null && INCOME_METHOD_LABELS[method]}</small></span>`,
	},
	{ label: "收據", sort: "receipt", nowrap: true, cell: ({ receipt }) => receipt ?? quiet("—") },
	{ label: "狀態", sort: "state", sheet: "corner", bare: true, cell: ({ state }) => incomeStatus(state) },
];
