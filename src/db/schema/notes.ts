import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const notes = sqliteTable("notes", {
	id: integer().primaryKey(),
	notableType: text("notable_type").notNull(),
	notableId: integer("notable_id").notNull(),
	userId: integer("user_id"),
	content: text().notNull(),
	hiddenAt: integer("hidden_at"),
	hiddenReason: text("hidden_reason"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
