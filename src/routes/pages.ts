import * as z from "zod";
import {
	countPublishedPages,
	listPages as everyPage,
	type PageRow,
	type PageSummaryRow,
	pageByPath,
	pagesAround,
	wholePages,
} from "#db/content/index.ts";
import { PageParams, PageReply, PagesQuery, PagesReply, PageTree, WholePageList } from "#domain/content/index.ts";
import type { Site } from "#http/context.ts";
import { endpoint, type Fill, type Found } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";
import { canonicalSearch } from "#http/query.ts";
import { isoInTaipei } from "#kernel/times.ts";
import { absolute, seoJson } from "#routes/article-json.ts";
import { leadTo } from "#routes/articles.ts";
import { listJson, refuseTooLarge } from "#routes/list-json.ts";
import { pageTree } from "#routes/page-tree.ts";

export const listPages = endpoint({
	path: "/pages",
	summary: "頁面樹",
	description: "全部已發布的頁面，依上下層與順序。include=body 則是分頁的列表，依路徑排序，每筆連同全文。",
	params: z.object({}),
	query: PagesQuery,
	defaults: { page: 1, per_page: 15 },
	reply: PagesReply,
	example: "/pages",
	fill: async (fill, { query }) => {
		if (query.include === "body") return whole(fill, query);
		const [rows] = await fill.read(everyPage());
		return { kind: "json", as: PageTree, known: true, body: { data: pageTree(rows) } };
	},
});

async function whole(fill: Fill, query: PagesQuery): Promise<Found> {
	const offset = (query.page - 1) * query.per_page;
	const [counts, rows] = await fill.read(countPublishedPages(), wholePages({ limit: query.per_page, offset }));
	const total = counts[0]?.total ?? 0;
	refuseTooLarge(rows, total - offset);
	const data = rows.map((row) => {
		const around: PageSummaryRow[] = JSON.parse(row.children);
		return pageJson(row, row.parent === null ? around : [JSON.parse(row.parent), ...around], fill.site);
	});
	const address = fill.site.base + paths.api.pages() + canonicalSearch({ ...query, page: undefined }, { per_page: 15 });
	const page = { page: query.page, perPage: query.per_page, total, address };
	return { kind: "json", as: WholePageList, known: data.length > 0, body: listJson(data, page) };
}

export const showPage = endpoint({
	path: "/pages/:path{.+}",
	summary: "單一頁面",
	description: "以 slug 或路徑（about/team）取得頁面，附上層與下層頁面。",
	params: PageParams,
	query: z.strictObject({}),
	reply: PageReply,
	also: [301, 404, 410],
	example: "/pages/{path}",
	fill: async (fill, { params }) => {
		const [[row], around] = await fill.read(pageByPath(params.path), pagesAround(params.path));
		if (row?.elsewhere !== null) return leadTo(row?.elsewhere, params.path, paths.api.page);
		return { kind: "json", known: true, body: { data: pageJson(row, around, fill.site) } };
	},
});

const summary = (row: PageSummaryRow) => ({
	id: row.id,
	slug: row.slug,
	path: row.path,
	title: row.title,
	excerpt: row.excerpt,
	updated_at: isoInTaipei(row.updated_at),
});

/** Returns a whole page as the API sends it, its text with absolute addresses; `around` are its parent and children. */
export function pageJson(row: PageRow, around: PageSummaryRow[], site: Site) {
	const parent = around.find((other) => other.id === row.parent_id);
	return {
		...summary(row),
		body_markdown: absolute(row.body_markdown, site),
		body_html: absolute(row.body_html, site),
		toc: JSON.parse(row.toc),
		parent: parent ? summary(parent) : null,
		children: around.filter((other) => other.parent_id === row.id).map(summary),
		seo: seoJson(row, { url: site.origin + paths.site.page(row.path), image: null, site }),
	};
}
