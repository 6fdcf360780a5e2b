import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ARTICLE_TYPES, STATES } from "#domain/content/index.ts";

export const articles = sqliteTable("articles", {
	id: integer().primaryKey(),
	slug: text().notNull(),
	type: text({ enum: ARTICLE_TYPES }).notNull(),
	state: text({ enum: STATES }).notNull().default("draft"),
	isPinned: integer("is_pinned", { mode: "boolean" }).notNull().default(false),
	pinnedUntil: integer("pinned_until"),
	publishedAt: integer("published_at"),
	publishAt: integer("publish_at"),
	unpublishAt: integer("unpublish_at"),
	archivedAt: integer("archived_at"),
	trashedAt: integer("trashed_at"),
	title: text().notNull(),
	excerpt: text().notNull().default(""),
	authorName: text("author_name"),
	readingMinutes: integer("reading_minutes").notNull().default(1),
	coverId: text("cover_id"),
	coverAlt: text("cover_alt").notNull().default(""),
	seoTitle: text("seo_title"),
	seoDescription: text("seo_description"),
	seoImage: text("seo_image"),
	canonicalUrl: text("canonical_url"),
	noindex: integer({ mode: "boolean" }).notNull().default(false),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	toc: text().notNull().default("[]"),
	bodyMarkdown: text("body_markdown").notNull().default(""),
	bodyHtml: text("body_html").notNull().default(""),
});

export const articleRelated = sqliteTable("article_related", {
	articleId: integer("article_id").notNull(),
	relatedId: integer("related_id").notNull(),
	position: integer().notNull(),
});
