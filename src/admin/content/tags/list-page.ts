import { articlesLink } from "#admin/content/categories/list-page.ts";
import { SITE_CRUMBS } from "#admin/crumbs.ts";
import { type StaffTag, TAGS_PER_PAGE } from "#db/content/tags.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { html } from "#ui/html.ts";
import { SITE_GROUP } from "#ui/main-menu.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { type Column, table } from "#ui/table.ts";
import { type Here, sortOf } from "#ui/url-state.ts";

const { tags } = paths.admin;
export const TAGS_CRUMBS = [...SITE_CRUMBS, { label: "標籤", href: tags.list() }];

export type TagList = {
	rows: StaffTag[];
	/** How many fit the search, and how many there are at all. */
	total: number;
	every: number;
	page: number;
	/** What the address asks for. */
	query: Record<string, string>;
};

/** Every tag: what it is called and how much it is used. */
export function tagListPage({ rows, total, every, page, query }: TagList): Page {
	const here: Here = { path: tags.list(), query };
	const add = linkButton({ label: "新增標籤", icon: "plus", tone: "primary", href: tags.create() });
	return {
		title: "標籤",
		area: SITE_GROUP,
		crumbs: SITE_CRUMBS,
		lead: query.q ? `符合條件的有 ${figure(total)} 個。` : "寫文章時輸入新的名稱就會建立標籤；重複的可以在這裡合併。",
		actions: every > 0 && add,
		body: card(
			{ flush: true, label: "標籤" },
			every > 0 && filters({ here, search: { placeholder: "名稱或網址代稱" } }),
			table({
				caption: "標籤",
				cards: true,
				columns: COLUMNS,
				rows,
				sorted: every > 0 ? { here, now: sortOf(here, "name") } : undefined,
				empty: emptyOf({ total, every, here, add }),
			}),
			rows.length > 0 && pager({ here, page, size: TAGS_PER_PAGE, total, unit: "個" }),
		),
	};
}

function emptyOf({
	total,
	every,
	here,
	add,
}: Pick<TagList, "total" | "every"> & { here: Here; add: ReturnType<typeof linkButton> }) {
	if (every === 0)
		return noneYet({ title: "還沒有標籤", text: "寫文章時輸入標籤就會建立，也可以先在這裡新增。", actions: add });
	return total > 0 ? pastTheEnd(here, "標籤已經變少") : noMatch({ title: "找不到符合的標籤", clearHref: here.path });
}

const COLUMNS: Column<StaffTag>[] = [
	{
		label: "名稱",
		sort: "name",
		head: true,
		cell: ({ id, name, slug }) => [
			html`<a href=${tags.edit(id)}>${name}</a>`,
			html`<small class="soft">${slug}</small>`,
		],
	},
	{ label: "已發布", nowrap: true, end: true, cell: ({ articles_count }) => `${figure(articles_count)} 篇` },
	{
		label: "全部文章",
		sort: "articles",
		nowrap: true,
		end: true,
		cell: ({ id, articles }) => articlesLink(articles, `tag=${id}`),
	},
	{
		label: "合併",
		sheet: "corner",
		end: true,
		quiet: true,
		cell: ({ id, name }) =>
			linkButton({ label: "合併...", about: `「${name}」`, size: "s", tone: "quiet", href: tags.merge(id) }),
	},
];
