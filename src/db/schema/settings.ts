import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const settings = sqliteTable("settings", {
	key: text().primaryKey(),
	value: text().notNull(),
	updatedAt: integer("updated_at").notNull(),
	version: integer().notNull().default(1),
	auditId: integer("audit_id"),
});

export const settingsHistory = sqliteTable("settings_history", {
	id: integer().primaryKey(),
	key: text().notNull(),
	value: text(),
	validFrom: integer("valid_from").notNull(),
	userId: integer("user_id"),
});
