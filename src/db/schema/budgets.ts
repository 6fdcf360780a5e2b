import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const budgetItems = sqliteTable("budget_items", {
	id: integer().primaryKey({ autoIncrement: true }),
	year: integer().notNull(),
	accountId: integer("account_id").notNull(),
	name: text().notNull(),
	amount: integer().notNull(),
	note: text().notNull().default(""),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
