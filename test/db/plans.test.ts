import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { articleBySlug, homepageArticles, newestArticles } from "#db/content/articles.ts";
import { publicAttachment, publicPicture } from "#db/content/attachments.ts";
import { countDocuments, documentBySlug, documentsByIds, listDocuments } from "#db/content/documents.ts";
import { menuRows } from "#db/content/menus.ts";
import { countPublishedPages, listPages, pageByPath, pagesAround, wholePages } from "#db/content/pages.ts";
import {
	type ArticleFilter,
	articlesByIds,
	countArticles,
	listArticles,
	wholeArticles,
	wholeArticlesByIds,
} from "#db/content/published.ts";
import { redirectFrom, redirectsAfter } from "#db/content/redirects.ts";
import { changesSince } from "#db/content/revision.ts";
import { nearTexts, textsByRef } from "#db/content/search-hits.ts";
import { sitemapRows } from "#db/content/sitemap.ts";
import { listCategories, listTags } from "#db/content/terms.ts";
import { countPublicAnnouncements, publicAnnouncement, publicAnnouncements } from "#db/office/announcements.ts";
import { type Select, withRevision } from "#db/read.ts";
import { insert, term } from "../support/content.ts";

beforeAll(async () => {
	for (let n = 1; n <= 17; n++) await insert("categories", term(n, `c${n}`, `類 ${n}`));
	await env.DB.prepare(
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
		INSERT INTO articles (slug, type, state, title, published_at, created_at, updated_at)
		SELECT 'a' || i, 'news', 'published', i, i, 1, 1 FROM n`,
	).run();
	await env.DB.prepare("INSERT INTO article_categories SELECT id, id % 17 + 1 FROM articles").run();
	await env.DB.prepare("ANALYZE").run();
});

/** A scan that no index, virtual table or subquery serves. */
const TABLE_SCAN =
	/^SCAN (?!CONSTANT ROW$|json_each|picked\b|\(subquery|article_counts$|n$|r$)\w+(?!.*(USING|VIRTUAL))/;

/** The steps of a plan that walk a whole table; article_counts (as n) has six rows, content_revision (as r) one. */
async function costly(query: Select<unknown>): Promise<string[]> {
	const { sql, params } = query.atMostOne ? withRevision(query) : query;
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map((row) => row.detail).filter((detail) => TABLE_SCAN.test(detail));
}

const page = { sort: "-published_at" as const, limit: 15, offset: 0 };
const filters: ArticleFilter[] = [
	{},
	{ type: "news" },
	{ category: ["c1"] },
	{ tag: ["t1", "t2"] },
	{ type: "news", category: ["c1"], tag: ["t1"], pinned: "false" },
	{ author: "王" },
	{ published_from: "2026-01-01", published_to: "2026-12-31" },
];

const queries: [string, Select<unknown>][] = [
	...filters.flatMap((filter): [string, Select<unknown>][] => [
		[`list ${JSON.stringify(filter)}`, listArticles(filter, page)],
		[`whole ${JSON.stringify(filter)}`, wholeArticles(filter, page)],
		[`count ${JSON.stringify(filter)}`, countArticles(filter)],
	]),
	["list by time", listArticles({}, { ...page, sort: "published_at", offset: 900 })],
	["list by title", listArticles({}, { ...page, sort: "title" })],
	["article", articleBySlug("a1")],
	["articles by ids", articlesByIds([1, 2])],
	["homepage", homepageArticles({ pinned: 5, latest: 9, ofType: 4 })],
	["newest", newestArticles(20)],
	["attachment", publicAttachment("a".repeat(26))],
	["picture", publicPicture("a".repeat(26), { format: "webp", width: 640 })],
	["documents", listDocuments({}, { limit: 15, offset: 0 })],
	["documents of a category", listDocuments({ category: "x" }, { limit: 15, offset: 0 })],
	["documents count", countDocuments({})],
	["documents of a year", listDocuments({ published_from: "2026-01-01" }, { limit: 15, offset: 0 })],
	["documents count of a year", countDocuments({ published_from: "2026-01-01" })],
	["document", documentBySlug("x")],
	["documents by ids", documentsByIds([1])],
	["whole articles by ids", wholeArticlesByIds([1, 2])],
	["pages", listPages()],
	["whole pages", wholePages({ limit: 50, offset: 50 })],
	["pages count", countPublishedPages()],
	["page", pageByPath("about")],
	["around", pagesAround("about")],
	["announcements", publicAnnouncements(10, 10)],
	["announcements count", countPublicAnnouncements()],
	["announcement", publicAnnouncement("x")],
	["changes", changesSince(1, 500)],
	["categories", listCategories()],
	["tags", listTags()],
	["the menus", menuRows()],
	["redirects", redirectsAfter(1, 1_001)],
	["a redirect", redirectFrom("/old")],
	["sitemap", sitemapRows()],
	["hits of a search", textsByRef([{ kind: "page", refId: 1 }])],
	["texts and tags to suggest", nearTexts({ refs: [{ kind: "article", refId: 1 }], tags: 300 })],
];

describe("no public query walks a table", () => {
	test.each(queries)("%s", async (_, query) => expect(await costly(query)).toEqual([]));
	test("a query that does is told", async () => {
		expect(await costly({ sql: "SELECT * FROM articles WHERE excerpt = 'x'", params: [] })).toEqual(["SCAN articles"]);
	});
});

test.each([
	["-published_at", "articles_latest"],
	["published_at", "articles_by_time"],
	["title", "articles_by_title"],
] as const)("the list by %s reads its order from %s, without sorting", async (sort, index) => {
	const { sql, params } = listArticles({}, { ...page, sort });
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	const picking = results.map((row) => row.detail).slice(0, 2);
	expect(picking).toEqual(["MATERIALIZE picked", `SCAN a USING COVERING INDEX ${index}`]);
});
