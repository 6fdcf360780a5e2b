import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PURPOSES } from "#domain/system/index.ts";

export const files = sqliteTable("files", {
	id: integer().primaryKey(),
	subjectType: text("subject_type"),
	subjectId: text("subject_id"),
	filename: text().notNull(),
	contentType: text("content_type").notNull(),
	size: integer().notNull(),
	width: integer(),
	height: integer(),
	sha256: text().notNull(),
	objectKey: text("object_key").notNull(),
	isSealed: integer("is_sealed", { mode: "boolean" }).notNull(),
	keyId: text("key_id"),
	uploadedBy: integer("uploaded_by"),
	createdAt: integer("created_at").notNull(),
	deletedAt: integer("deleted_at"),
	version: integer().notNull().default(1),
	purpose: text({ enum: PURPOSES }).notNull(),
});
