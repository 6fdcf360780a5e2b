import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { FINANCE_PER_PAGE, type FinanceListRow, type FinanceSums, type Named } from "#db/books/finance-lists.ts";
import {
	FINANCE_KIND_LABELS,
	FINANCE_KINDS,
	FINANCE_STATE_LABELS,
	FINANCE_STATES,
	financeNumber,
} from "#domain/books/finance/labels.ts";
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
import type { Page, Tab } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { rocDate } from "#ui/time.ts";
import { type Here, sortOf } from "#ui/url-state.ts";
import { isNarrowed } from "./list-query.ts";
import { FINANCE, FINANCE_CRUMBS, financeStatus, waited } from "./words.ts";

const { finance, concurrentPosts } = paths.admin;

export type FinanceList = FinanceSums & {
	rows: FinanceListRow[];
	/** How many wait for whoever looks. */
	waiting: number;
	applicants: Named[];
	projects: Named[];
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
	who: Visitor;
	at: number;
};

/** The sister pages of the list. */
export const financeTabs = (here: string, who: Visitor, waiting?: number): Tab[] =>
	[
		{ label: "全部", href: finance.list() },
		{ label: "等我處理", href: finance.waiting(), count: waiting === 0 ? undefined : waiting },
		{ label: "未核銷預支", href: finance.advances() },
		...(allows("finance_all", who) ? [{ label: "會計、出納兼辦", href: concurrentPosts.list() }] : []),
	].map((tab) => ({ ...tab, current: tab.href === here }));

/** Every document, or those that fit the conditions; whoever only asks sees their own. */
export function financeListPage(list: FinanceList): Page {
	const { rows, total, page, query, waiting, at } = list;
	const here: Here = { path: finance.list(), query };
	return {
		title: "支出申請",
		area: FINANCE,
		crumbs: FINANCE_CRUMBS,
		lead: `${isNarrowed(query) ? "符合條件的有" : "共"} ${figure(total)} 件${sumWords(list)}。`,
		actions: headActions(list),
		tabs: financeTabs(finance.list(), list.who, waiting),
		body: card(
			{ flush: true, label: "支出申請" },
			filters({
				here,
				search: { placeholder: "單號、主旨、人名、金額", label: "搜尋支出申請" },
				fields: fieldsOf(list),
			}),
			table({
				caption: "支出申請",
				cards: true,
				columns: columnsAt(at),
				rows,
				sorted: { here, now: sortOf(here, "-sent") },
				empty: nothing(list, here),
			}),
			rows.length > 0 && pager({ here, page, size: FINANCE_PER_PAGE, total, unit: "件" }),
		),
	};
}

/** What they come to: nothing is said where all came to nothing. */
function sumWords({ total, ended, sum, paid }: FinanceSums): string {
	if (total > 0 && total === ended) return "";
	const without = ended > 0 ? "（未計已駁回、已撤回與已作廢的）" : "";
	return `，實付金額合計 ${money(sum)}${without}${paid !== sum && paid !== 0 ? `，其中已付款 ${money(paid)}` : ""}`;
}

function headActions({ total, query, who }: FinanceList): VNode[] {
	return [
		...(total > 0 ? [actionsMenu({ label: "匯出" }, ...exportLinks(finance.export, query))] : []),
		...(allows("finance_submit", who) ? [newButton] : []),
	];
}

export const newButton = linkButton({ label: "新增申請", icon: "plus", href: finance.create(), tone: "primary" });

function nothing({ total, query, who }: FinanceList, here: Here): VNode {
	if (total > 0) return pastTheEnd(here, "列表已經變短", "支出申請");
	if (isNarrowed(query)) return noMatch({ title: "找不到符合的支出申請", clearHref: here.path });
	const may = allows("finance_submit", who);
	return noneYet({
		title: "還沒有支出申請",
		text: may ? "請款、代墊、預支都從這裡申請。" : "有人送出申請後，會列在這裡。",
		actions: may && linkButton({ label: "新增申請", icon: "plus", href: finance.create() }),
	});
}

const options = <C extends string>(codes: readonly C[], labels: Record<C, string>) =>
	codes.map((value) => ({ value, label: labels[value] }));
const named = (list: Named[]) => list.map(({ id, name }) => ({ value: String(id), label: name }));

function fieldsOf({ applicants, projects, who }: FinanceList): Filter[] {
	return [
		{
			name: "state",
			label: "狀態",
			options: [{ value: "open", label: "進行中" }, ...options(FINANCE_STATES, FINANCE_STATE_LABELS)],
		},
		{ name: "kind", label: "類別", options: options(FINANCE_KINDS, FINANCE_KIND_LABELS) },
		...(allows("finance_all", who) ? [{ name: "applicant", label: "申請人", options: named(applicants) }] : []),
		...(projects.length > 0 ? [{ name: "project", label: "專案", options: named(projects) }] : []),
		{ name: "from", label: "建立日從", type: "date" },
		{ name: "to", label: "建立日到", type: "date" },
	];
}

const quiet = (words: string) => html`<span class="soft">${words}</span>`;

/** Of a list at a moment: how long each has waited. */
export const columnsAt = (at: number): Column<FinanceListRow>[] => [
	{
		label: "主旨",
		head: true,
		cell: ({ id, roc_year, seq, kind, title }) =>
			html`<span><a href=${finance.show(id)}>${title}</a><small class="soft">${seq !== null && `${financeNumber({ roc_year, seq })}　`}${FINANCE_KIND_LABELS[kind]}</small></span>`,
	},
	{
		label: "受款人",
		cell: ({ payee_name, applicant }) =>
			html`<span>${payee_name}${applicant !== payee_name && html`<small class="soft">申請人 ${applicant}</small>`}</span>`,
	},
	{
		label: "實付金額",
		sort: "amount",
		end: true,
		nowrap: true,
		cell: ({ net }) => figure(net),
	},
	{
		label: "送出日",
		sort: "sent",
		nowrap: true,
		cell: ({ sent_at, wanted_on, paid_on }) =>
			html`<span>${sent_at === null ? quiet("尚未送出") : rocDate(sent_at)}${paid_on !== null ? html`<small class="soft">${rocWords(paid_on)}付款</small>` : wanted_on !== null && html`<small class="soft">希望 ${rocWords(wanted_on)}付款</small>`}</span>`,
	},
	{
		label: "狀態",
		sort: "since",
		sheet: "corner",
		bare: true,
		cell: ({ state, state_since }) =>
			html`<span>${financeStatus(state)}${isWaiting(state) && html`<small class="soft">${waited(state_since, at)}</small>`}</span>`,
	},
];

const isWaiting = (state: FinanceListRow["state"]): boolean => state.startsWith("pending_") || state === "approved";
