import { SITE_CRUMBS } from "#admin/crumbs.ts";
import type { StaffCategory } from "#db/content/categories.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html } from "#ui/html.ts";
import { SITE_GROUP } from "#ui/main-menu.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { orderArrows, orderForm } from "#ui/order-arrows.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";

const { categories, articles } = paths.admin;
export const CATEGORIES_CRUMBS = [...SITE_CRUMBS, { label: "分類", href: categories.list() }];

/** The id of the form that the arrow buttons of all rows belong to. */
const ORDER = "category-order";
/** Returns the HTML id of a category's row, to which the page returns after the row was moved. */
export const rowId = (id: number): string => `category-${id}`;

/** Draws a number of articles as a link to the article list with `query`; a plain 0 篇 when there are none. */
export const articlesLink = (count: number, query: string): Children =>
	count > 0
		? html`<a href=${`${articles.list()}?${query}`}>${figure(count)} 篇</a>`
		: html`<span class="soft">0 篇</span>`;

/**
 * Draws the list of all categories in the order of the website's menu, with buttons that move a row by one place.
 * `problem`: why a move was refused.
 */
export const categoryListPage = (rows: StaffCategory[], problem?: string): Page => {
	const add = linkButton({ label: "新增分類", icon: "plus", tone: "primary", href: categories.create() });
	return {
		title: "分類",
		area: SITE_GROUP,
		crumbs: SITE_CRUMBS,
		lead: "官網依這裡的順序列出分類；一篇文章可以屬於好幾個分類。",
		actions: rows.length > 0 && add,
		body: html`<div class="stack">
			${problem && notice({ tone: "warn", role: "alert" }, problem)}
			${rows.length > 1 && orderForm({ form: ORDER, action: categories.order(), seen: rows.map(({ id }) => id) })}
			${card(
				{ flush: true, label: "分類" },
				table({
					caption: "分類",
					cards: true,
					columns: columns(rows),
					rows,
					empty: noneYet({
						title: "還沒有分類",
						text: "新增分類之後，寫文章時就可以選擇，官網也會依分類列出文章。",
						actions: add,
					}),
				}),
			)}
		</div>`,
	};
};

const columns = (rows: StaffCategory[]): Column<StaffCategory>[] => [
	{
		label: "名稱",
		head: true,
		cell: ({ id, name, slug }) => [
			html`<a id=${rowId(id)} href=${categories.edit(id)}>${name}</a>`,
			html`<small class="soft">${slug}</small>`,
		],
	},
	{
		label: "說明",
		sheet: "line",
		bare: true,
		cell: ({ description }) => description || html`<span class="soft">沒有說明</span>`,
	},
	{ label: "已發布", nowrap: true, end: true, cell: ({ articles_count }) => `${figure(articles_count)} 篇` },
	{ label: "全部文章", nowrap: true, end: true, cell: ({ id, articles: all }) => articlesLink(all, `category=${id}`) },
	{
		label: "順序",
		sheet: "corner",
		end: true,
		quiet: true,
		cell: (row) => orderArrows(ORDER, { ...row, isFirst: row === rows[0], isLast: row === rows.at(-1) }),
	},
];
