import * as z from "zod";
import { sitemapRows } from "#db/content/index.ts";
import { endpoint } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";
import { isoInTaipei } from "#kernel/times.ts";
import { xml } from "#routes/xml.ts";

export const showSitemap = endpoint({
	path: "/sitemap.xml",
	summary: "官網的 sitemap",
	description: "已發布文章與頁面在官網上的網址（sitemaps.org），不含 noindex；至多 50,000 筆。",
	params: z.object({}),
	query: z.strictObject({}),
	reply: "application/xml",
	example: "/sitemap.xml",
	fill: async (fill) => {
		const [rows] = await fill.read(sitemapRows());
		const body = xml`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.map(
	(row) =>
		xml`<url><loc>${
			fill.site.origin + (row.kind === "article" ? paths.site.article(row.address) : paths.site.page(row.address))
		}</loc><lastmod>${isoInTaipei(row.updated_at)}</lastmod></url>\n`,
)}</urlset>
`;
		return { kind: "text", contentType: "application/xml; charset=utf-8", body: body.text };
	},
});
