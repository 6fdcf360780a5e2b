import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { TEXT_KINDS } from "#domain/content/kinds.ts";

export const drafts = sqliteTable("drafts", {
	userId: integer("user_id").notNull(),
	resource: text({ enum: TEXT_KINDS }).notNull(),
	slot: text().notNull(),
	fields: text().notNull(),
	version: integer().notNull().default(1),
	savedAt: integer("saved_at").notNull(),
});

export const media = sqliteTable("media", {
	attachmentId: text("attachment_id").primaryKey(),
	alt: text().notNull().default(""),
	uploadedBy: integer("uploaded_by"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const articleRelated = sqliteTable("article_related", {
	articleId: integer("article_id").notNull(),
	relatedId: integer("related_id").notNull(),
	position: integer().notNull(),
});
