import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { DONORS_PER_PAGE, type DonorListRow } from "#db/money/donors.ts";
import { DONOR_KIND_LABELS, DONOR_KINDS } from "#domain/money/donors/form.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { type Filter, filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { type Here, sortOf } from "#ui/url-state.ts";
import { incomeTabs } from "./words.ts";

const { donors } = paths.admin.income;

export type DonorList = {
	rows: DonorListRow[];
	total: number;
	page: number;
	query: Record<string, string>;
	who: Visitor;
};
const CONDITIONS = ["q", "kind", "lacking"];
const isNarrowed = (query: Record<string, string>): boolean => CONDITIONS.some((name) => query[name]);

/** Everybody who gave, with what they gave. */
export function donorListPage({ rows, total, page, query, who }: DonorList): Page {
	const here: Here = { path: donors.list(), query };
	const may = allows("income_manage", who);
	return {
		title: "捐款人",
		area: "會費與收款",
		crumbs: MONEY_CRUMBS,
		tabs: incomeTabs(donors.list(), may),
		lead: `${isNarrowed(query) ? "符合條件的有" : "共"} ${figure(total)} 位。會員隨會費的捐款，列在連結會員的捐款人頁面與捐款申報。`,
		actions: may && linkButton({ label: "新增捐款人", icon: "plus", tone: "primary", href: donors.create() }),
		body: card(
			{ flush: true, label: "捐款人" },
			filters({
				here,
				search: { placeholder: "姓名、電話、電子郵件、會員編號", label: "搜尋捐款人" },
				fields: FIELDS,
			}),
			table({
				caption: "捐款人",
				cards: true,
				columns: COLUMNS,
				rows,
				sorted: { here, now: sortOf(here, "name") },
				empty: nothing({ total, query, may }, here),
			}),
			rows.length > 0 && pager({ here, page, size: DONORS_PER_PAGE, total, unit: "位" }),
		),
	};
}

function nothing(
	{ total, query, may }: { total: number; query: Record<string, string>; may: boolean },
	here: Here,
): VNode {
	if (total > 0) return pastTheEnd(here, "列表已經變短", "捐款人");
	if (isNarrowed(query)) return noMatch({ title: "找不到符合的捐款人", clearHref: here.path });
	return noneYet({
		title: "還沒有捐款人",
		text: "需要收據或申報扣除額的捐款人，先建立資料，再登錄捐款。",
		actions: may && linkButton({ label: "新增捐款人", icon: "plus", href: donors.create() }),
	});
}

const FIELDS: Filter[] = [
	{ name: "kind", label: "種類", options: DONOR_KINDS.map((value) => ({ value, label: DONOR_KIND_LABELS[value] })) },
	{
		name: "lacking",
		label: "缺少",
		empty: "不限",
		options: [
			{ value: "id", label: "沒有證號" },
			{ value: "email", label: "沒有電子郵件" },
		],
	},
];

const dash = html`<span class="soft">—</span>`;
const COLUMNS: Column<DonorListRow>[] = [
	{
		label: "姓名或名稱",
		sort: "name",
		head: true,
		cell: ({ id, name, kind, member_no }) =>
			html`<span><a href=${donors.show(id)}>${name}</a><small>${[kind === "organisation" && DONOR_KIND_LABELS[kind], member_no && `會員 ${member_no}`].filter(Boolean).join("　")}</small></span>`,
	},
	{ label: "證號", nowrap: true, cell: ({ national_id_mask }) => national_id_mask ?? dash },
	{
		label: "聯絡",
		sheet: "line",
		cell: ({ phone, email }) =>
			phone || email ? html`<span>${phone}${email && html`<small>${email}</small>`}</span>` : dash,
	},
	{ label: "次數", end: true, cell: ({ gifts }) => figure(gifts) },
	{ label: "捐款合計", sort: "given", end: true, nowrap: true, cell: ({ given }) => figure(given) },
	{
		label: "最近一次",
		sort: "last",
		nowrap: true,
		cell: ({ last_on }) => (last_on === null ? dash : rocWords(last_on)),
	},
];
