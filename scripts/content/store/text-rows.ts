import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { plainText, readingMinutes } from "#domain/content/content/text.ts";
import type { SiteArticle, SiteDocument, SitePage } from "../site.ts";
import type { JsonRow } from "./json-writes.ts";

type Sizes = (url: string) => { width: number; height: number } | undefined;
const bit = (value: boolean): number => (value ? 1 : 0);

/** The columns that articles and pages share, with the times of the states. */
const PUBLISHING = [
	"slug",
	"title",
	"state",
	"published_at",
	"publish_at",
	"unpublish_at",
	"archived_at",
	"updated_at",
];
const TEXT = [
	"excerpt",
	"seo_title",
	"seo_description",
	"seo_image",
	"canonical_url",
	"noindex",
	"toc",
	"body_markdown",
	"body_html",
];
export const ARTICLE_COLUMNS = [
	...PUBLISHING,
	...TEXT,
	"type",
	"is_pinned",
	"pinned_until",
	"author_name",
	"reading_minutes",
	"cover_id",
	"cover_alt",
];
export const PAGE_COLUMNS = [...PUBLISHING, ...TEXT, "path", "position"];
export const DOCUMENT_COLUMNS = [...PUBLISHING, "description", "category", "kind", "visibility", "permission"];
export const ANNOUNCEMENT_COLUMNS = [
	"slug",
	"title",
	"audience",
	"is_pinned",
	"publish_from",
	"publish_until",
	"updated_at",
	"body_markdown",
	"body_html",
];

export function publishingRow(text: SiteArticle | SitePage | SiteDocument): JsonRow {
	return {
		slug: text.slug,
		title: text.title,
		state: text.state,
		published_at: text.publishedAt,
		publish_at: text.publishAt,
		unpublish_at: text.unpublishAt,
		archived_at: text.state === "archived" ? text.updatedAt : null,
		updated_at: text.updatedAt,
	};
}

function textRow(text: SiteArticle | SitePage, sizes: Sizes): JsonRow {
	const { html, toc } = renderMarkdown(text.bodyMarkdown, sizes);
	return {
		...publishingRow(text),
		excerpt: text.excerpt,
		seo_title: text.seo.title,
		seo_description: text.seo.description,
		seo_image: text.seo.image,
		canonical_url: text.seo.canonicalUrl,
		noindex: bit(text.seo.noindex),
		toc: JSON.stringify(toc),
		body_markdown: text.bodyMarkdown,
		body_html: html,
	};
}

export function articleRow(article: SiteArticle, sizes: Sizes): JsonRow {
	const row = textRow(article, sizes);
	return {
		...row,
		type: article.type,
		is_pinned: bit(article.isPinned),
		pinned_until: article.pinnedUntil,
		author_name: article.authorName,
		reading_minutes: readingMinutes(plainText(String(row.body_html))),
		cover_id: article.cover?.id ?? null,
		cover_alt: article.cover?.alt ?? "",
	};
}

export const pageRow = (page: SitePage, sizes: Sizes): JsonRow => ({
	...textRow(page, sizes),
	path: page.path,
	position: page.position,
	parent_path: page.parentPath,
});
