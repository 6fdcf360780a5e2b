import * as z from "zod";
import { homepageArticles, listCategories, listPages } from "#db/content/index.ts";
import { publicAnnouncements } from "#db/office/index.ts";
import { ARTICLE_TYPES, HomepageReply } from "#domain/content/index.ts";
import { endpoint } from "#http/endpoint.ts";
import { announcementJson } from "#routes/announcements.ts";
import { summaryJson } from "#routes/article-json.ts";
import { pageTree } from "#routes/page-tree.ts";

const SHELVES = { pinned: 5, latest: 9, ofType: 4 };
const ANNOUNCEMENTS = 10;

export const showHomepage = endpoint({
	path: "/homepage",
	summary: "首頁所需的一切",
	description: "置頂、最新與各類型文章、分類、頁面樹與公開公告，一次取得。",
	params: z.object({}),
	query: z.strictObject({}),
	reply: HomepageReply,
	example: "/homepage",
	fill: async (fill) => {
		const [articles, categories, pages, announcements] = await fill.read(
			homepageArticles(SHELVES),
			listCategories(),
			listPages(),
			publicAnnouncements(ANNOUNCEMENTS),
		);
		const made = articles.map((row) => ({ shelves: row.shelves.split(","), summary: summaryJson(row, fill.site) }));
		const shelf = (name: string) => made.flatMap((one) => (one.shelves.includes(name) ? [one.summary] : []));
		const body = {
			pinned: shelf("pinned"),
			latest: shelf("latest"),
			by_type: Object.fromEntries(ARTICLE_TYPES.map((type) => [type, shelf(type)])),
			categories,
			pages: pageTree(pages),
			announcements: announcements.map((row) => announcementJson(row, fill.site)),
		};
		return { kind: "json", known: true, body };
	},
});
