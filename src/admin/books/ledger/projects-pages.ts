import type { ProjectFilter, ProjectRow } from "#db/books/projects.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { noMatch, noneYet } from "#ui/empty.ts";
import { funds } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { filters } from "#ui/filters.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import { amount, figure, money } from "#ui/money.ts";
import type { Crumb, Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import type { Here } from "#ui/url-state.ts";
import { keepingTabs } from "./periods-words.ts";
import { LEDGER, LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;
export const PROJECTS_PER_PAGE = 50;

const CRUMBS: readonly Crumb[] = [...LEDGER_CRUMBS, { label: "專案", href: ledger.projects() }];
const subHref = (id: number): string => `${ledger.sub()}?by=project&of=${id}`;

export type Projects = {
	rows: ProjectRow[];
	many: number;
	all: number;
	filter: ProjectFilter;
	page: number;
	mayEdit: boolean;
};

/** Draws the page 專案: income and expense of each project. */
export function projectListPage({ rows, many, all, filter, page, mayEdit }: Projects): Page {
	const here: Here = {
		path: ledger.projects(),
		query: { q: filter.q, active: filter.active, page: page > 1 ? String(page) : undefined },
	};
	const add = mayEdit && linkButton({ label: "新增專案", icon: "plus", tone: "primary", href: ledger.projectCreate() });
	return {
		title: "專案",
		area: LEDGER,
		crumbs: LEDGER_CRUMBS,
		lead: "傳票、收入與支出申請可以註明專案，就能看出每個專案的收支。",
		tabs: keepingTabs(ledger.projects()),
		actions: all > 0 && add,
		body: card(
			{ flush: true, label: "專案" },
			all > 0 &&
				filters({
					here,
					search: { placeholder: "專案名稱" },
					fields: [
						{
							name: "active",
							label: "狀態",
							options: [
								{ value: "1", label: "使用中" },
								{ value: "0", label: "已停用" },
							],
						},
					],
				}),
			table({
				caption: "專案",
				cards: true,
				columns: columns(mayEdit),
				rows,
				empty:
					all === 0
						? noneYet({
								title: "還沒有專案",
								text: "補助計畫、年會等要單獨看收支的活動，可以設成專案。",
								actions: add,
							})
						: noMatch({ title: "找不到符合的專案", clearHref: ledger.projects() }),
			}),
			pager({ here, page, size: PROJECTS_PER_PAGE, total: many, unit: "個" }),
		),
	};
}

const columns = (mayEdit: boolean): Column<ProjectRow>[] => [
	{
		label: "專案",
		head: true,
		cell: ({ id, name, note }) =>
			html`<span><a href=${mayEdit ? ledger.project(id) : subHref(id)}>${name}</a>${note && html`<small>${note}</small>`}</span>`,
	},
	{
		label: "期間",
		nowrap: true,
		sheet: "line",
		cell: ({ starts_on, ends_on }) =>
			starts_on === null && ends_on === null
				? html`<span class="soft">不限</span>`
				: `${starts_on === null ? "" : rocWords(starts_on)}～${ends_on === null ? "" : rocWords(ends_on)}`,
	},
	{ label: "收入", end: true, cell: ({ income }) => amount(income) },
	{ label: "支出", end: true, cell: ({ expense }) => amount(expense) },
	{
		label: "餘絀",
		end: true,
		cell: ({ id, income, expense }) => html`<a href=${subHref(id)}>${figure(income - expense)}</a>`,
	},
	{
		label: "狀態",
		sheet: "corner",
		bare: true,
		cell: ({ is_active }) => status(is_active === 1 ? { word: "使用中", tone: "ok" } : { word: "已停用" }),
	},
];

const LABELS = { name: "專案名稱", starts_on: "開始日期", ends_on: "結束日期", note: "說明" } as const;
type Field = keyof typeof LABELS;

const fields = (state: FormState): Children => [
	field({ name: "name", label: LABELS.name, state, required: true, maxlength: 60, autocomplete: "off" }),
	html`<div class="cols">
		${field({ name: "starts_on", label: LABELS.starts_on, state, type: "date", optional: true, narrow: true })}
		${field({ name: "ends_on", label: LABELS.ends_on, state, type: "date", optional: true, narrow: true })}
	</div>`,
	field({ name: "note", label: LABELS.note, state, type: "textarea", rows: 3, maxlength: 500, optional: true }),
];

/** Draws the page 新增專案. */
export const newProjectPage = (key: string, state: FormState = freshForm()): Page => ({
	title: "新增專案",
	area: LEDGER,
	crumbs: CRUMBS,
	slim: true,
	body: card(
		{ label: "新增專案" },
		form(
			{
				action: ledger.projectCreate(),
				state,
				key,
				submit: "新增專案",
				busy: "新增中...",
				cancel: ledger.projects(),
				main: true,
				guard: true,
			},
			fields(state),
		),
	),
});

const texts = (row: ProjectRow): Record<Field, string> => ({
	name: row.name,
	starts_on: row.starts_on ?? "",
	ends_on: row.ends_on ?? "",
	note: row.note,
});
export const projectForm = (row: ProjectRow): FormState =>
	freshForm({ ...texts(row), is_active: row.is_active === 1 ? "1" : "" });

/** Draws a project's page with its form. When another user saved meanwhile, it shows both texts. */
export function editProjectPage(row: ProjectRow, state: FormState): Page {
	const stored = texts(row);
	const sides = (["name", "starts_on", "ends_on", "note"] as const).map(
		(name): Sides => ({ field: name, label: LABELS[name], mine: typed(state, name).trim(), theirs: stored[name] }),
	);
	const shown = againstStored(state, { version: row.version, fields: sides });
	return {
		title: row.name,
		area: LEDGER,
		crumbs: CRUMBS,
		slim: true,
		body: html`<div class="stack">
			${card(
				{ title: "收支", link: { href: subHref(row.id), label: "明細" } },
				funds([
					{ name: "收入", value: money(row.income) },
					{ name: "支出", value: money(row.expense) },
					{ name: "餘絀", value: money(row.income - row.expense) },
				]),
			)}
			${card(
				{ label: "編輯專案" },
				form(
					{
						action: ledger.project(row.id),
						state: shown,
						version: row.version,
						submit: "儲存",
						cancel: ledger.projects(),
						main: true,
						guard: true,
					},
					fields(shown),
					checkbox({
						name: "is_active",
						label: "使用中",
						state: shown,
						hint: "取消勾選就停用：新的傳票與單據不能再選它，過去的紀錄都會保留。",
					}),
				),
			)}
		</div>`,
	};
}
