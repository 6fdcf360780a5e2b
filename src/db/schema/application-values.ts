import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const applicationValues = sqliteTable("application_values", {
	id: integer().primaryKey(),
	userId: integer("user_id").notNull(),
	fieldId: integer("field_id").notNull(),
	value: text().notNull(),
	sealId: text("seal_id"),
	tokens: text().notNull().default("[]"),
	purpose: text().notNull().default(""),
	agreedAt: integer("agreed_at"),
	updatedAt: integer("updated_at").notNull(),
});
