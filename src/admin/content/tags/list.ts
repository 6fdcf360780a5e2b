import { articlesLink } from "#admin/content/categories/list-page.ts";
import { SITE_CRUMBS } from "#admin/crumbs.ts";
import { type StaffTag, TAG_SORTS, TAGS_PER_PAGE, tagsSelect } from "#db/content/tags.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { SITE_GROUP } from "#ui/main-menu.ts";
import { figure } from "#ui/money.ts";
import type { Column } from "#ui/table.ts";

const { tags } = paths.admin;
export const TAGS_CRUMBS = [...SITE_CRUMBS, { label: "標籤", href: tags.list() }];

/** The list page 標籤: the name of each tag and the number of articles that have it. */
export const tagList = listing({
	path: tags.list(),
	gate: "tags",
	title: "標籤",
	unit: "個",
	area: SITE_GROUP,
	crumbs: SITE_CRUMBS,
	conditions: { q: words("名稱或網址") },
	sorts: TAG_SORTS,
	sort: "name",
	size: TAGS_PER_PAGE,
	read: async ({ env }, asked) => {
		const [rows, [count]] = await readRows(env.DB, ...tagsSelect(asked));
		return { rows, ...(count ?? { total: 0, every: 0 }) };
	},
	lead: ({ isNarrowed, total }) =>
		isNarrowed ? `符合條件的有 ${figure(total)} 個。` : "寫文章時輸入新的名稱就會建立標籤；重複的可以在這裡合併。",
	actions: ({ every }) => every > 0 && addButton,
	columns: () => COLUMNS,
	none: () =>
		noneYet({ title: "還沒有標籤", text: "寫文章時輸入標籤就會建立，也可以先在這裡新增。", actions: addButton }),
	past: "標籤已經變少",
});

const addButton = linkButton({ label: "新增標籤", icon: "plus", tone: "primary", href: tags.create() });

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
	{
		label: "已發布",
		sort: "published",
		nowrap: true,
		end: true,
		cell: ({ articles_count }) => `${figure(articles_count)} 篇`,
	},
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
