import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const synonyms = sqliteTable("synonyms", {
	id: integer().primaryKey(),
	words: text({ mode: "json" }).$type<string[]>().notNull(),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
