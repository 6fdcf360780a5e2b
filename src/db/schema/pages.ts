import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { STATES } from "#domain/content/index.ts";

export const pages = sqliteTable("pages", {
	id: integer().primaryKey(),
	parentId: integer("parent_id"),
	position: integer().notNull().default(0),
	slug: text().notNull(),
	path: text().notNull(),
	state: text({ enum: STATES }).notNull().default("draft"),
	publishedAt: integer("published_at"),
	publishAt: integer("publish_at"),
	unpublishAt: integer("unpublish_at"),
	archivedAt: integer("archived_at"),
	trashedAt: integer("trashed_at"),
	title: text().notNull(),
	excerpt: text().notNull().default(""),
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
