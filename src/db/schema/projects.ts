import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const projects = sqliteTable("projects", {
	id: integer().primaryKey({ autoIncrement: true }),
	name: text().notNull(),
	startsOn: text("starts_on"),
	endsOn: text("ends_on"),
	note: text().notNull().default(""),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
