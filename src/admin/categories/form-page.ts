import type { Children } from "#admin/html.ts";
import { html } from "#admin/html.ts";
import { againstStored } from "#admin/ui/against-stored.ts";
import { linkButton } from "#admin/ui/button.ts";
import { card } from "#admin/ui/card.ts";
import { facts } from "#admin/ui/facts.ts";
import { field } from "#admin/ui/field.ts";
import { type FormState, form, freshForm } from "#admin/ui/form.ts";
import { figure } from "#admin/ui/money.ts";
import type { Page } from "#admin/ui/page.ts";
import type { StaffCategory } from "#db/categories.ts";
import { DESCRIPTION_MAX } from "#domain/categories/form.ts";
import { paths } from "#http/paths.ts";
import { articlesLink, CATEGORIES_CRUMBS } from "./list-page.ts";
import { termDifferences, termFields } from "./term-fields.ts";

const { categories } = paths.admin;

const fields = (state: FormState, isNew: boolean): Children => [
	termFields(state, { isNew }),
	field({
		name: "description",
		label: "說明",
		state,
		type: "textarea",
		rows: 3,
		optional: true,
		maxlength: DESCRIPTION_MAX,
		hint: "說明這個分類收些什麼，官網可以顯示在分類頁的開頭。",
	}),
];

/** 新增分類. `key` makes a second sending of the same form harmless. */
export const newCategoryPage = (state: FormState, key: string): Page => ({
	title: "新增分類",
	area: "分類",
	crumbs: CATEGORIES_CRUMBS,
	lead: "新的分類排在最後，可以在列表上調整順序。",
	slim: true,
	body: card(
		{ label: "新增分類" },
		form(
			{
				action: categories.create(),
				state,
				key,
				submit: "新增分類",
				busy: "新增中...",
				cancel: categories.list(),
				main: true,
				guard: true,
			},
			fields(state, true),
		),
	),
});

/** What a category's form starts from. */
export const formOf = ({ name, slug, description }: StaffCategory): FormState => freshForm({ name, slug, description });

/** 編輯分類. Where somebody else saved meanwhile, both texts. */
export function editCategoryPage(category: StaffCategory, state: FormState): Page {
	const { id, name, version, articles_count, articles } = category;
	const shown = againstStored(state, { version, fields: termDifferences(state, category) });
	return {
		title: name,
		area: "分類",
		crumbs: CATEGORIES_CRUMBS,
		slim: true,
		actions: linkButton({ label: "刪除分類...", icon: "trash", href: categories.removal(id) }),
		body: html`<div class="stack">
			${card(
				{ label: "使用情形" },
				facts(
					[
						{ name: "已發布", value: `${figure(articles_count)} 篇` },
						{ name: "全部文章", value: articlesLink(articles, `category=${id}`) },
					],
					2,
				),
			)}
			${card(
				{ label: "編輯分類" },
				form(
					{
						action: categories.edit(id),
						state: shown,
						version,
						submit: "儲存",
						cancel: categories.list(),
						main: true,
						guard: true,
					},
					fields(shown, false),
				),
			)}
		</div>`,
	};
}
