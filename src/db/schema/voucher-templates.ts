import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const voucherTemplates = sqliteTable("voucher_templates", {
	id: integer().primaryKey({ autoIncrement: true }),
	name: text().notNull(),
	description: text().notNull().default(""),
	lines: text().notNull(),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
