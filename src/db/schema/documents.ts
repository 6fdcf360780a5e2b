import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { DOCUMENT_KINDS, STATES } from "#domain/content/index.ts";

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
	publicFrom: integer("public_from").notNull().default(1),
	kind: text({ enum: DOCUMENT_KINDS }).notNull().default("general"),
	pressedVersion: integer("pressed_version"),
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

export const documentDownloads = sqliteTable("document_downloads", {
	documentId: integer("document_id").notNull(),
	number: integer().notNull(),
	downloads: integer().notNull(),
	lastAt: integer("last_at").notNull(),
});
