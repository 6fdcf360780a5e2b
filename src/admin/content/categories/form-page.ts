import type { StaffCategory } from "#db/content/categories.ts";
import { CategoryInput } from "#domain/content/categories/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Children } from "#ui/html.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { articlesLink, CATEGORIES_CRUMBS } from "./list-page.ts";
import { termDifferences, termFields } from "./term-fields.ts";

const { categories } = paths.admin;
const field = fieldsOf(CategoryInput);

const fields = (state: FormState, isNew: boolean): Children => [
	termFields(state, { isNew }),
	field({
		name: "description",
		label: "說明",
		state,
		type: "textarea",
		rows: 3,
		optional: true,
		hint: "說明這個分類收些什麼，官網可以顯示在分類頁的開頭。",
	}),
];

/** Draws the page 新增分類. `key`: the idempotency key, so that sending the same form twice creates one category. */
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

/** Returns a category's form filled from the stored category. */
export const formOf = ({ name, slug, description }: StaffCategory): FormState => freshForm({ name, slug, description });

/** Draws the page 編輯分類. When another user saved meanwhile, it shows both texts. */
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
