import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { TEXT_KINDS } from "#domain/content/index.ts";

export const drafts = sqliteTable("drafts", {
	userId: integer("user_id").notNull(),
	resource: text({ enum: TEXT_KINDS }).notNull(),
	slot: text().notNull(),
	fields: text().notNull(),
	version: integer().notNull().default(1),
	savedAt: integer("saved_at").notNull(),
});
