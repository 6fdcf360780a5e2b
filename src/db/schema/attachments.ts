import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
