import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const memberGroups = sqliteTable("member_groups", {
	id: integer().primaryKey({ autoIncrement: true }),
	name: text().notNull(),
	description: text().notNull().default(""),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const groupMemberships = sqliteTable("group_memberships", {
	id: integer().primaryKey({ autoIncrement: true }),
	groupId: integer("group_id").notNull(),
	memberId: integer("member_id").notNull(),
	fromOn: text("from_on").notNull(),
	untilOn: text("until_on"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
