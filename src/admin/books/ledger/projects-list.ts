import { allows } from "#auth/permissions.ts";
import { PROJECT_SORTS, type ProjectRow, projectCount, projectRows } from "#db/books/projects.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { choice, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { amount, figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { keepingTabs } from "./periods-words.ts";
import { LEDGER, LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;
const PER_PAGE = 50;

export const subHref = (id: number): string => `${ledger.sub()}?by=project&of=${id}`;
const addLink = () => linkButton({ label: "新增專案", icon: "plus", tone: "primary", href: ledger.projectCreate() });

/** The list of projects (專案) with the income and expense of each. */
export const projectList = listing({
	path: ledger.projects(),
	gate: "ledger",
	title: "專案",
	unit: "個",
	area: LEDGER,
	crumbs: LEDGER_CRUMBS,
	conditions: {
		q: words("專案名稱"),
		active: choice("狀態", [["1", "0"], { 1: "使用中", 0: "已停用" }]),
	},
	sorts: PROJECT_SORTS,
	sort: "state",
	size: PER_PAGE,
	read: async ({ env, who }, { q, active, sort, page }) => {
		const filter = { q, active };
		const [rows, [count]] = await readRows(
			env.DB,
			projectRows(filter, { rows: PER_PAGE, page, sort }),
			projectCount(filter),
		);
		return { rows, total: count?.many ?? 0, all: count?.all ?? 0, mayEdit: allows("ledger_post", who) };
	},
	lead: () => "傳票、收入與支出申請可以註明專案，就能看出每個專案的收支。",
	tabs: () => keepingTabs(ledger.projects()),
	actions: ({ all, mayEdit }) => all > 0 && mayEdit && addLink(),
	columns: ({ mayEdit }) => columns(mayEdit),
	none: ({ mayEdit }) =>
		noneYet({
			title: "還沒有專案",
			text: "補助計畫、年會等要單獨看收支的活動，可以設成專案。",
			actions: mayEdit && addLink(),
		}),
});

const columns = (mayEdit: boolean): Column<ProjectRow>[] => [
	{
		label: "專案",
		sort: "name",
		head: true,
		cell: ({ id, name, note }) =>
			html`<span><a href=${mayEdit ? ledger.project(id) : subHref(id)}>${name}</a>${note && html`<small>${note}</small>`}</span>`,
	},
	{
		label: "期間",
		sort: "period",
		nowrap: true,
		sheet: "line",
		cell: ({ starts_on, ends_on }) =>
			starts_on === null && ends_on === null
				? html`<span class="soft">不限</span>`
				: `${starts_on === null ? "" : dayText(starts_on)}～${ends_on === null ? "" : dayText(ends_on)}`,
	},
	{ label: "收入", sort: "income", end: true, cell: ({ income }) => amount(income) },
	{ label: "支出", sort: "expense", end: true, cell: ({ expense }) => amount(expense) },
	{
		label: "餘絀",
		sort: "balance",
		end: true,
		cell: ({ id, income, expense }) => html`<a href=${subHref(id)}>${figure(income - expense)}</a>`,
	},
	{
		label: "狀態",
		sort: "state",
		sheet: "corner",
		bare: true,
		cell: ({ is_active }) => status(is_active === 1 ? { word: "使用中", tone: "ok" } : { word: "已停用" }),
	},
];
