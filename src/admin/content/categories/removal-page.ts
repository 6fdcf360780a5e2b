import type { StaffCategory } from "#db/content/categories.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { articlesLink, CATEGORIES_CRUMBS } from "./list-page.ts";

const { categories } = paths.admin;

type Used = { articles: number; trashed: number; articles_count: number };

/**
 * Returns the number of articles, in any state, that have a category or tag. The removal form must send this number as
 * seen.
 */
export const everyUse = ({ articles, trashed }: Used): number => articles + trashed;

/**
 * Draws how many articles have the category or tag: the published ones, all outside the trash (a link to their list),
 * and those in the trash.
 */
export const usesFacts = (used: Used, query: string): VNode =>
	facts([
		{ name: "已發布的文章", value: `${figure(used.articles_count)} 篇` },
		{ name: "全部文章", value: articlesLink(used.articles, query) },
		...(used.trashed > 0 ? [{ name: "垃圾桶裡的文章", value: `${figure(used.trashed)} 篇` }] : []),
	]);

/**
 * Draws a hidden field with the number of articles that was shown. The removal is refused when the number has changed
 * meanwhile.
 */
export const seenCount = (used: Used): VNode =>
	html`<input type="hidden" name="articles" value=${String(everyUse(used))} />`;

/** Draws the page 刪除分類: the articles that have the category, and the categories to which they can be moved. */
export function removeCategoryPage(category: StaffCategory, others: StaffCategory[], state: FormState): Page {
	const { id, name, version } = category;
	return {
		title: `刪除分類「${name}」`,
		area: "分類",
		crumbs: [...CATEGORIES_CRUMBS, { label: name, href: categories.edit(id) }],
		slim: true,
		body: card(
			{ label: "刪除分類" },
			notice({ tone: "danger", title: "刪除後無法復原" }, warning(category)),
			usesFacts(category, `category=${id}`),
			form(
				{
					action: categories.removal(id),
					state,
					version,
					submit: "刪除分類",
					busy: "刪除中...",
					danger: true,
					cancel: categories.edit(id),
				},
				seenCount(category),
				everyUse(category) > 0 && others.length > 0 && targetField(state, others),
			),
		),
	};
}

const warning = (category: StaffCategory): Children =>
	everyUse(category) === 0
		? "目前沒有文章使用這個分類，刪除不影響任何文章。"
		: "文章本身都會保留。官網上這個分類的文章列表會消失，相關的頁面立即更新。";

const targetField = (state: FormState, others: StaffCategory[]): VNode =>
	field({
		name: "target",
		label: "這些文章改到哪個分類",
		state,
		type: "select",
		empty: "不移到其他分類",
		options: others.map(({ id, name }) => ({ value: String(id), label: name })),
		hint: "移到其他分類時，舊的網址也會改指到那個分類；不移時，這些文章只是少了這個分類。",
	});
