import * as z from "zod";
import {
	articleBySlug,
	articlesByIds,
	countArticles,
	listArticles as pageOfArticles,
	type SummaryRow,
	wholeArticles,
	wholeArticlesByIds,
} from "#db/content/index.ts";
import {
	ArticleList,
	ArticleListQuery,
	ArticleParams,
	ArticleReply,
	ArticlesReply,
	publishedBetween,
	WholeArticleList,
} from "#domain/content/index.ts";
import { endpoint, type Fill, type Found } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";
import { canonicalSearch } from "#http/query.ts";
import { articleJson, summaryJson } from "#routes/article-json.ts";
import { hitsJson } from "#routes/hits-json.ts";
import { listJson, refuseTooLarge } from "#routes/list-json.ts";
import { searched } from "#routes/searching.ts";

export const listArticles = endpoint({
	path: "/articles",
	summary: "文章列表",
	description:
		"已發布的文章，置頂在前。不同條件須同時符合；同一條件的多個 slug 符合任一即可。搜尋時先列字詞都照樣符合的（match 為 exact），再列只符合部分的（partial）。include=body 連同全文，供一次建置整個網站。",
	params: z.object({}),
	query: ArticleListQuery,
	repeatable: ["category", "tag"],
	defaults: { page: 1, per_page: 15 },
	reply: ArticlesReply,
	example: "/articles?type=knowledge&per_page=3",
	asksIndex: (query) => query.search !== undefined,
	fill: (fill, { query }) => (query.search === undefined ? browse(fill, query) : search(fill, query, query.search)),
});

/**
 * Returns the address of the list without its page and without parameters at their default: the links in an answer are
 * the same however the list was requested.
 */
const listAddress = (fill: Fill, query: ArticleListQuery): string =>
	fill.site.base +
	paths.api.articles() +
	canonicalSearch(
		{ ...query, page: undefined },
		{ per_page: 15, sort: query.search === undefined ? "-published_at" : "relevance" },
	);

async function browse(fill: Fill, query: ArticleListQuery): Promise<Found> {
	const sort = query.sort === undefined || query.sort === "relevance" ? "-published_at" : query.sort;
	const offset = (query.page - 1) * query.per_page;
	const limits = { sort, limit: query.per_page, offset };
	const page = { page: query.page, perPage: query.per_page, address: listAddress(fill, query) };
	if (query.include === "body") {
		const [counts, rows] = await fill.read(countArticles(query), wholeArticles(query, limits));
		const total = counts[0]?.total ?? 0;
		refuseTooLarge(rows, total - offset);
		const data = rows.map((row) => articleJson(row, fill.site));
		return { kind: "json", as: WholeArticleList, known: data.length > 0, body: listJson(data, { ...page, total }) };
	}
	const [rows] = await fill.read(pageOfArticles(query, limits));
	const data = rows.filter((row) => row.is_there !== null).map((row) => summaryJson(row, fill.site));
	const total = rows[0]?.total ?? 0;
	return { kind: "json", as: ArticleList, known: data.length > 0, body: listJson(data, { ...page, total }) };
}

async function search(fill: Fill, query: ArticleListQuery, text: string): Promise<Found> {
	const page = { page: query.page, perPage: query.per_page, address: listAddress(fill, query) };
	const filters = {
		...(query.type ? { types: [query.type] } : {}),
		...(query.category ? { categories: query.category } : {}),
		...(query.tag ? { tags: query.tag } : {}),
		...(query.pinned ? { pinned: query.pinned === "true" } : {}),
	};
	const published = publishedBetween(query);
	const isWhole = query.include === "body";
	const as = isWhole ? WholeArticleList : ArticleList;
	const found = await searched(fill, {
		text,
		hasTags: [...Object.values(filters), published.from, published.until].every((filter) => filter === undefined),
		kind: "article",
		...filters,
		published,
		sort: query.sort ?? "relevance",
		limit: query.per_page,
		offset: (query.page - 1) * query.per_page,
	});
	if (!found) return { kind: "json", as, known: false, body: listJson([], { ...page, total: 0, exact: 0 }) };
	const { total, exact } = found;
	const ids = found.hits.map((hit) => hit.refId);
	if (isWhole) {
		const [rows, near] = await fill.read(wholeArticlesByIds(ids), ...found.near);
		const suggestions = found.suggestions(near);
		refuseTooLarge(rows, ids.length);
		const data = hitsJson(found, rows, (row) => articleJson(row, fill.site));
		return { kind: "json", as, known: false, body: listJson(data, { ...page, total, exact, suggestions }) };
	}
	const [rows, near] = await fill.read(articlesByIds(ids), ...found.near);
	const suggestions = found.suggestions(near);
	const data = hitsJson(found, rows, (row) => summaryJson(row, fill.site));
	return { kind: "json", as, known: false, body: listJson(data, { ...page, total, exact, suggestions }) };
}

export const showArticle = endpoint({
	path: "/articles/:slug",
	summary: "單篇文章",
	description: "已發布的文章與相關文章。舊網址回 301，已封存回 410。",
	params: ArticleParams,
	query: z.strictObject({}),
	reply: ArticleReply,
	also: [301, 404, 410],
	example: "/articles/{slug}",
	fill: async (fill, { params }) => {
		const [[row]] = await fill.read(articleBySlug(params.slug));
		if (row?.elsewhere !== null) return leadTo(row?.elsewhere, params.slug, paths.api.article);
		const related: SummaryRow[] = JSON.parse(row.related);
		const body = {
			data: articleJson(row, fill.site),
			related: related.map((other) => summaryJson(other, fill.site)),
		};
		return { kind: "json", known: true, body };
	},
});

/**
 * Returns where a slug that has no published article leads: an old slug to the present one, an archived article to
 * "archived", any other to "missing". `elsewhere` is JSON.
 */
export function leadTo(elsewhere: string | undefined, asked: string, address: (slug: string) => string): Found {
	const place: { slug: string; state: string } | null = elsewhere === undefined ? null : JSON.parse(elsewhere);
	if (place?.state === "archived") return { kind: "archived" };
	// A slug that is not NFC (written by SQL) is never found: a redirect to it would come back here.
	if (place?.state === "published" && place.slug.normalize("NFC") !== asked)
		return { kind: "moved", to: address(place.slug) };
	return { kind: "missing" };
}
