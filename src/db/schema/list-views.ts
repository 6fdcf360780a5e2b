import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

export const listViews = sqliteTable("list_views", {
	id: integer().primaryKey({ autoIncrement: true }),
	list: text().notNull(),
	userId: integer("user_id")
		.notNull()
		.references(() => users.id),
	name: text().notNull(),
	query: text().notNull(),
	isShared: integer("is_shared").notNull().default(0),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
