import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { STATES } from "#domain/content/states.ts";

export const attachments = sqliteTable("attachments", {
	id: text().primaryKey(),
	filename: text().notNull(),
	contentType: text("content_type").notNull(),
	size: integer().notNull(),
	sha256: text().notNull(),
	objectKey: text("object_key").notNull(),
	width: integer(),
	height: integer(),
	createdAt: integer("created_at").notNull(),
});

export const attachmentUses = sqliteTable("attachment_uses", {
	resource: text({ enum: ["article", "page", "announcement"] }).notNull(),
	resourceId: integer("resource_id").notNull(),
	role: text({ enum: ["file", "inline"] }).notNull(),
	attachmentId: text("attachment_id").notNull(),
	position: integer().notNull().default(0),
	description: text().notNull().default(""),
});

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

export const documents = sqliteTable("documents", {
	id: integer().primaryKey(),
	slug: text().notNull(),
	title: text().notNull(),
	description: text().notNull().default(""),
	category: text().notNull().default(""),
	visibility: text({ enum: ["public", "members", "restricted"] })
		.notNull()
		.default("restricted"),
	permission: text(),
	state: text({ enum: STATES }).notNull().default("draft"),
	publishedAt: integer("published_at"),
	publishAt: integer("publish_at"),
	unpublishAt: integer("unpublish_at"),
	archivedAt: integer("archived_at"),
	trashedAt: integer("trashed_at"),
	currentVersion: integer("current_version"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const documentVersions = sqliteTable("document_versions", {
	documentId: integer("document_id").notNull(),
	number: integer().notNull(),
	filename: text().notNull(),
	contentType: text("content_type").notNull(),
	size: integer().notNull(),
	sha256: text().notNull(),
	objectKey: text("object_key").notNull(),
	note: text().notNull().default(""),
	createdAt: integer("created_at").notNull(),
});

export const announcements = sqliteTable("announcements", {
	id: integer().primaryKey(),
	slug: text().notNull(),
	title: text().notNull(),
	audience: text().notNull().default("members"),
	isPinned: integer("is_pinned", { mode: "boolean" }).notNull().default(false),
	publishFrom: integer("publish_from"),
	publishUntil: integer("publish_until"),
	isLive: integer("is_live", { mode: "boolean" }).notNull().default(false),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	bodyMarkdown: text("body_markdown").notNull().default(""),
	bodyHtml: text("body_html").notNull().default(""),
});

export const importSources = sqliteTable("import_sources", {
	resource: text({ enum: ["article", "page", "document", "announcement"] }).notNull(),
	source: text().notNull(),
	resourceId: integer("resource_id").notNull(),
	hash: text().notNull(),
	version: integer().notNull(),
	importedAt: integer("imported_at").notNull(),
});
