import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const applicationChildren = sqliteTable("application_children", {
	id: integer().primaryKey(),
	userId: integer("user_id").notNull(),
	name: text().notNull(),
	birthDate: text("birth_date").notNull(),
	gender: text({ enum: ["female", "male", "other"] }),
	textVersion: text("text_version").notNull(),
	agreedAt: integer("agreed_at").notNull(),
});
