import * as z from "zod";
import {
	listPages as everyPage,
	type PageRow,
	type PageSummaryRow,
	pageByPath,
	pagesAround,
} from "#db/content/index.ts";
import { PageParams, PageReply, PageTree } from "#domain/content/index.ts";
import type { Site } from "#http/context.ts";
import { endpoint } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";
import { isoInTaipei } from "#kernel/times.ts";
import { absolute, seoJson } from "#routes/article-json.ts";
import { leadTo } from "#routes/articles.ts";
import { pageTree } from "#routes/page-tree.ts";

export const listPages = endpoint({
	path: "/pages",
	summary: "頁面樹",
	description: "全部已發布的頁面，依上下層與順序。",
	params: z.object({}),
	query: z.strictObject({}),
	reply: PageTree,
	example: "/pages",
	fill: async (fill) => {
		const [rows] = await fill.read(everyPage());
		return { kind: "json", known: true, body: { data: pageTree(rows) } };
	},
});

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
