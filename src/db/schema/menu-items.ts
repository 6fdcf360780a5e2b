import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const menuItems = sqliteTable("menu_items", {
	id: integer().primaryKey(),
	menu: text({ enum: ["main", "footer"] }).notNull(),
	parentId: integer("parent_id"),
	position: integer().notNull(),
	label: text().notNull(),
	resource: text({ enum: ["article", "page", "document"] }),
	resourceId: integer("resource_id"),
	address: text().notNull().default(""),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
