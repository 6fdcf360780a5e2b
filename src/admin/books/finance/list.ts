import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import {
	FINANCE_PER_PAGE,
	FINANCE_SORTS,
	type FinanceListRow,
	type FinanceSums,
	financeApplicants,
	financePage,
	financeProjects,
	financeWords,
	listedDocuments,
	type Named,
} from "#db/books/finance-lists.ts";
import { countWaiting } from "#db/books/finance-waiting.ts";
import { readRows } from "#db/read.ts";
import {
	FINANCE_KIND_LABELS,
	FINANCE_KINDS,
	FINANCE_STATE_LABELS,
	FINANCE_STATES,
	financeNumber,
	kindLabel,
	REGISTER_LABELS,
	REGISTERS,
} from "#domain/books/finance/labels.ts";
import { isWaiting } from "#domain/books/finance/rules.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { choice, day, oneOf, RecordId, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { actionsMenu } from "#ui/disclosure.ts";
import { noneYet } from "#ui/empty.ts";
import { exportLinks } from "#ui/export-links.ts";
import { html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import type { Tab } from "#ui/page.ts";
import type { Column } from "#ui/table.ts";
import { dateWords } from "#ui/time.ts";
import { readerOf, viewerOf } from "./asks.ts";
import { FILE_COLUMNS } from "./export-columns.ts";
import { FINANCE, FINANCE_CRUMBS, financeStatus, waited } from "./words.ts";

const { finance, concurrentPosts } = paths.admin;

/** The list page 支出申請: all requests, filtered by the conditions; users who only make requests see their own. */
export const financeList = listing({
	path: finance.list(),
	gate: "finance",
	title: "支出申請",
	unit: "件",
	area: FINANCE,
	crumbs: FINANCE_CRUMBS,
	conditions: {
		q: words("單號、主旨、人名、金額", "搜尋支出申請"),
		state: choice("狀態", [["open", ...FINANCE_STATES], { open: "進行中", ...FINANCE_STATE_LABELS }]),
		kind: choice("類別", [[...FINANCE_KINDS, ...REGISTERS], { ...FINANCE_KIND_LABELS, ...REGISTER_LABELS }]),
		applicant: oneOf("申請人", RecordId),
		project: oneOf("專案", RecordId),
		from: day("建立日從"),
		to: day("建立日到"),
	},
	sorts: FINANCE_SORTS,
	sort: "-created",
	size: FINANCE_PER_PAGE,
	read: async ({ env, who, at }, { q, sort, page, ...asked }) => {
		const filter = { ...asked, words: financeWords(q) };
		const [rows, [sums], [waiting], applicants, projects] = await readRows(
			env.DB,
			...financePage({ reader: readerOf(who), filter, sort, page }),
			countWaiting(viewerOf(who, at)),
			financeApplicants(),
			financeProjects(),
		);
		const of = sums ?? { total: 0, ended: 0, sum: 0, paid: 0 };
		return { rows, ...of, waiting: waiting?.waiting ?? 0, applicants, projects };
	},
	options: ({ applicants, projects, who }) => ({
		applicant: allows("finance_all", who) ? named(applicants) : undefined,
		project: projects.length > 0 ? named(projects) : undefined,
	}),
	sums: (list) => sumWords(list),
	tabs: ({ who, waiting }) => financeTabs(finance.list(), who, waiting),
	actions: ({ total, query, who }) => [
		total > 0 && actionsMenu({ label: "匯出" }, ...exportLinks(finance.export, query)),
		allows("finance_submit", who) && newButton,
	],
	columns: ({ at }) => columnsAt(at),
	none: ({ who }) => {
		const may = allows("finance_submit", who);
		return noneYet({
			title: "還沒有支出申請",
			text: may ? "請款、代墊、預支都從這裡申請。" : "有人送出申請後，會列在這裡。",
			actions: may && linkButton({ label: "新增申請", icon: "plus", href: finance.create() }),
		});
	},
	file: {
		path: finance.export,
		holds: "books",
		narrow: "請加上條件（例如建立日）分次匯出",
		noted: ["finance.export", "finance_document"],
		columns: FILE_COLUMNS,
		read: async ({ env, who }, { q, sort, ...asked }, most) => {
			const filter = { ...asked, words: financeWords(q) };
			const [rows] = await readRows(env.DB, listedDocuments({ reader: readerOf(who), filter, sort }, most));
			return { rows, filter: allows("finance_all", who) ? {} : { own: "yes" } };
		},
	},
});

/**
 * Returns the tabs of the lists of expense requests. `here` is the address of the open list, `waiting` the number
 * beside 等我處理.
 */
export const financeTabs = (here: string, who: Visitor, waiting?: number): Tab[] =>
	[
		{ label: "全部", href: finance.list() },
		{ label: "等我處理", href: finance.waiting(), count: waiting === 0 ? undefined : waiting },
		{ label: "未核銷預支", href: finance.advances() },
		...(allows("finance_all", who) ? [{ label: "會計、出納兼辦", href: concurrentPosts.list() }] : []),
	].map((tab) => ({ ...tab, current: tab.href === here }));

/** Returns the sums in words; empty when all listed requests were rejected, withdrawn or voided. */
function sumWords({ total, ended, sum, paid }: FinanceSums): string {
	if (total > 0 && total === ended) return "";
	const without = ended > 0 ? "（未計已駁回、已撤回與已作廢的）" : "";
	return `，實付金額合計 ${money(sum)}${without}${paid !== sum && paid !== 0 ? `，其中已付款 ${money(paid)}` : ""}`;
}

export const newButton = linkButton({ label: "新增申請", icon: "plus", href: finance.create(), tone: "primary" });

const named = (list: Named[]) => list.map(({ id, name }) => ({ value: String(id), label: name }));

const quiet = (words: string) => html`<span class="soft">${words}</span>`;

/** Returns the list's columns; `at` (UTC milliseconds) is used for how long each request has waited. */
export const columnsAt = (at: number): Column<FinanceListRow>[] => [
	{
		label: "主旨",
		sort: "title",
		head: true,
		cell: ({ id, roc_year, seq, kind, register, title }) =>
			html`<span><a href=${finance.show(id)}>${title}</a><small class="soft">${seq !== null && `${financeNumber({ roc_year, seq })}　`}${kindLabel({ kind, register })}</small></span>`,
	},
	{
		id: "payee",
		label: "受款人",
		sort: "payee",
		cell: ({ payee_name, applicant }) =>
			html`<span>${payee_name}${applicant !== payee_name && html`<small class="soft">申請人 ${applicant}</small>`}</span>`,
	},
	{
		id: "amount",
		label: "實付金額",
		sort: "amount",
		end: true,
		nowrap: true,
		cell: ({ net }) => figure(net),
	},
	{
		id: "submitted",
		label: "送出日",
		sort: "sent",
		nowrap: true,
		cell: ({ sent_at, wanted_on, paid_on }) =>
			html`<span>${sent_at === null ? quiet("尚未送出") : dateWords(sent_at)}${paid_on !== null ? html`<small class="soft">${dayText(paid_on)}付款</small>` : wanted_on !== null && html`<small class="soft">希望 ${dayText(wanted_on)}付款</small>`}</span>`,
	},
	{
		id: "state",
		label: "狀態",
		sort: "state",
		sheet: "corner",
		bare: true,
		cell: ({ state, state_since }) =>
			html`<span>${financeStatus(state)}${isWaiting(state) && html`<small class="soft">${waited(state_since, at)}</small>`}</span>`,
	},
];
