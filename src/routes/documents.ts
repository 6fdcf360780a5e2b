import * as z from "zod";
import {
	countDocuments,
	type DocumentRow,
	documentBySlug,
	documentsByIds,
	listDocuments as pageOfDocuments,
} from "#db/content/index.ts";
import {
	DocumentList,
	DocumentListQuery,
	DocumentParams,
	DocumentReply,
	publishedBetween,
} from "#domain/content/index.ts";
import type { Site } from "#http/context.ts";
import { endpoint, type Fill, type Found } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";
import { canonicalSearch } from "#http/query.ts";
import { isoInTaipei } from "#kernel/times.ts";
import { leadTo } from "#routes/articles.ts";
import { hitsJson } from "#routes/hits-json.ts";
import { listJson } from "#routes/list-json.ts";
import { searched } from "#routes/searching.ts";

const documentJson = (row: DocumentRow, site: Site) => ({
	id: row.id,
	slug: row.slug,
	title: row.title,
	description: row.description,
	category: row.category,
	kind: row.kind,
	version: row.version,
	filename: row.filename,
	content_type: row.content_type,
	size: row.size,
	published_at: isoInTaipei(row.published_at),
	updated_at: isoInTaipei(row.updated_at),
	download_url: site.base + paths.api.documentDownload(row.slug),
});

export const listDocuments = endpoint({
	path: "/documents",
	summary: "文件列表",
	description: "公開文件，新的在前。`kind` 只列一種：財務公告 `finance`、捐款徵信 `donations`。",
	params: z.object({}),
	query: DocumentListQuery,
	defaults: { page: 1, per_page: 15 },
	reply: DocumentList,
	example: "/documents",
	asksIndex: (query) => query.search !== undefined,
	fill: (fill, { query }) => (query.search === undefined ? browse(fill, query) : search(fill, query, query.search)),
});

const pageOf = (fill: Fill, query: DocumentListQuery) => ({
	page: query.page,
	perPage: query.per_page,
	address: fill.site.base + paths.api.documents() + canonicalSearch({ ...query, page: undefined }, { per_page: 15 }),
});

async function browse(fill: Fill, query: DocumentListQuery): Promise<Found> {
	const limits = { limit: query.per_page, offset: (query.page - 1) * query.per_page };
	const [counts, rows] = await fill.read(countDocuments(query), pageOfDocuments(query, limits));
	const data = rows.map((row) => documentJson(row, fill.site));
	return {
		kind: "json",
		known: data.length > 0,
		body: listJson(data, { ...pageOf(fill, query), total: counts[0]?.total ?? 0 }),
	};
}

async function search(fill: Fill, query: DocumentListQuery, text: string): Promise<Found> {
	const found = await searched(fill, {
		text,
		hasTags: false,
		kind: "document",
		...(query.category ? { types: [query.category] } : {}),
		// The index has no other place for it: documents have no categories of articles.
		...(query.kind ? { categories: [query.kind] } : {}),
		published: publishedBetween(query),
		sort: "relevance",
		limit: query.per_page,
		offset: (query.page - 1) * query.per_page,
	});
	const page = pageOf(fill, query);
	if (!found) return { kind: "json", known: false, body: listJson([], { ...page, total: 0, exact: 0 }) };
	const [rows, near] = await fill.read(documentsByIds(found.hits.map((hit) => hit.refId)), ...found.near);
	const suggestions = found.suggestions(near);
	const data = hitsJson(found, rows, (row) => documentJson(row, fill.site));
	const { total, exact } = found;
	return { kind: "json", known: false, body: listJson(data, { ...page, total, exact, suggestions }) };
}

export const showDocument = endpoint({
	path: "/documents/:slug",
	summary: "單一文件",
	description: "公開文件的資料；檔案在 download_url。",
	params: DocumentParams,
	query: z.strictObject({}),
	reply: DocumentReply,
	also: [301, 404, 410],
	example: "/documents/{slug}",
	fill: async (fill, { params }) => {
		const [[row]] = await fill.read(documentBySlug(params.slug));
		if (row?.elsewhere !== null) return leadTo(row?.elsewhere, params.slug, paths.api.document);
		return { kind: "json", known: true, body: { data: documentJson(row, fill.site) } };
	},
});
