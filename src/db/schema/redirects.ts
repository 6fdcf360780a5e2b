import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const redirects = sqliteTable("redirects", {
	id: integer().primaryKey(),
	path: text().notNull(),
	resource: text({ enum: ["article", "page", "document"] }),
	resourceId: integer("resource_id"),
	address: text().notNull().default(""),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
