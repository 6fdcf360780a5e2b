import * as z from "zod";
import { type ArticleRow, newestArticles } from "#db/content/index.ts";
import { selectSite } from "#db/system/index.ts";
import { siteFacts } from "#domain/system/index.ts";
import { endpoint, type Fill } from "#http/endpoint.ts";
import { paths } from "#http/paths.ts";
import { isoInTaipei } from "#kernel/times.ts";
import { absolute, articleJson } from "#routes/article-json.ts";
import { xml } from "#routes/xml.ts";

const NEWEST = 20;
const NAMES = { rss: "RSS 2.0", atom: "Atom 1.0", json: "JSON Feed 1.1" } as const;

const feed = (format: "rss" | "atom" | "json", contentType: string, write: (articles: Item[], site: Named) => string) =>
	endpoint({
		path: `/feeds/articles.${format}`,
		summary: `最新文章（${NAMES[format]}）`,
		description: "最新 20 篇文章，含全文。名稱是協會名稱，連結指向官網。",
		params: z.object({}),
		query: z.strictObject({}),
		reply: contentType,
		example: `/feeds/articles.${format}`,
		fill: async (fill) => {
			const [rows, [stored]] = await fill.read(newestArticles(NEWEST), selectSite());
			const items = rows.map((row) => itemOf(row, fill));
			const body = write(items, { ...fill.site, name: siteFacts(stored?.settings).name });
			return { kind: "text", contentType: `${contentType}; charset=utf-8`, body };
		},
	});

/** The website with its name: that of the association. */
type Named = Fill["site"] & { name: string };
type Item = ReturnType<typeof itemOf>;

const itemOf = (row: ArticleRow, fill: Fill) => ({
	...articleJson(row, fill.site),
	id: `${fill.site.origin}/articles#${row.id}`,
	publishedMs: row.published_at,
	updatedMs: row.updated_at,
	html: absolute(row.body_html, fill.site),
});

const lastUpdate = (items: Item[]): number => Math.max(0, ...items.map((item) => item.updatedMs));

export const rssFeed = feed(
	"rss",
	"application/rss+xml",
	(items, site) =>
		xml`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
<title>${site.name}</title>
<link>${site.origin}/</link>
<description>${site.name}</description>
<language>zh-TW</language>
<lastBuildDate>${new Date(lastUpdate(items)).toUTCString()}</lastBuildDate>
<atom:link href="${site.base + paths.api.feed("rss")}" rel="self" type="application/rss+xml"/>
${items.map(
	(item) => xml`<item>
<title>${item.title}</title>
<link>${item.url}</link>
<guid isPermaLink="false">${item.id}</guid>
<pubDate>${new Date(item.publishedMs).toUTCString()}</pubDate>
${item.categories.map((category: { name: string }) => xml`<category>${category.name}</category>\n`)}<description>${item.excerpt}</description>
<content:encoded>${item.html}</content:encoded>
</item>
`,
)}</channel>
</rss>
`.text,
);

export const atomFeed = feed(
	"atom",
	"application/atom+xml",
	(items, site) =>
		xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-TW">
<title>${site.name}</title>
<id>${site.origin}/articles</id>
<updated>${isoInTaipei(lastUpdate(items))}</updated>
<author><name>${site.name}</name></author>
<link rel="self" href="${site.base + paths.api.feed("atom")}"/>
<link rel="alternate" href="${site.origin}/"/>
${items.map(
	(item) => xml`<entry>
<title>${item.title}</title>
<id>${item.id}</id>
<link href="${item.url}"/>
<published>${item.published_at}</published>
<updated>${item.updated_at}</updated>
${item.author ? xml`<author><name>${item.author.name}</name></author>\n` : ""}<summary>${item.excerpt}</summary>
<content type="html">${item.html}</content>
</entry>
`,
)}</feed>
`.text,
);

export const jsonFeed = feed("json", "application/feed+json", (items, site) =>
	JSON.stringify({
		version: "https://jsonfeed.org/version/1.1",
		title: site.name,
		language: "zh-TW",
		home_page_url: `${site.origin}/`,
		feed_url: site.base + paths.api.feed("json"),
		items: items.map((item) => ({
			id: item.id,
			url: item.url,
			title: item.title,
			summary: item.excerpt,
			content_html: item.html,
			...(item.cover_image ? { image: item.cover_image.url } : {}),
			date_published: item.published_at,
			date_modified: item.updated_at,
			...(item.author ? { authors: [item.author] } : {}),
			tags: item.tags.map((tag: { name: string }) => tag.name),
		})),
	}),
);
