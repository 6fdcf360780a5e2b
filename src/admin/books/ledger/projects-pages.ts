import type { ProjectRow } from "#db/books/projects.ts";
import { ProjectEdit } from "#domain/books/projects/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, type Sides, typed } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { funds } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import type { Crumb, Page } from "#ui/page.ts";
import { subHref } from "./projects-list.ts";
import { LEDGER, LEDGER_CRUMBS } from "./words.ts";

const { ledger } = paths.admin;

const CRUMBS: readonly Crumb[] = [...LEDGER_CRUMBS, { label: "專案", href: ledger.projects() }];
const LABELS = { name: "專案名稱", starts_on: "開始日期", ends_on: "結束日期", note: "說明" } as const;
type Field = keyof typeof LABELS;

const fields = (state: FormState): Children => [
	field({ name: "name", state, autocomplete: "off" }),
	html`<div class="cols">
		${field({ name: "starts_on", state, type: "date", optional: true, narrow: true })}
		${field({ name: "ends_on", state, type: "date", optional: true, narrow: true })}
	</div>`,
	field({ name: "note", state, type: "textarea", rows: 3, optional: true }),
];

/** Draws the page 新增專案. `key`: the idempotency key, so that sending the same form twice creates one project. */
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
const field = fieldsOf(ProjectEdit, LABELS);

const texts = (row: ProjectRow): Record<Field, string> => ({
	name: row.name,
	starts_on: row.starts_on ?? "",
	ends_on: row.ends_on ?? "",
	note: row.note,
});
export const projectForm = (row: ProjectRow): FormState =>
	freshForm({ ...texts(row), is_active: row.is_active === 1 ? "1" : "" });

/** Draws a project's page with its form. When another user saved meanwhile, it shows both versions of the fields. */
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
