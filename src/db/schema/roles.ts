import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const roles = sqliteTable("roles", {
	id: integer().primaryKey(),
	code: text().notNull(),
	name: text().notNull(),
	description: text().notNull().default(""),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	version: integer().notNull().default(1),
});

export const rolePermissions = sqliteTable(
	"role_permissions",
	{ roleId: integer("role_id").notNull(), permission: text().notNull() },
	(table) => [primaryKey({ columns: [table.roleId, table.permission] })],
);
