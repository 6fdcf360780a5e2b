import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const memberSegments = sqliteTable("member_segments", {
	id: integer().primaryKey({ autoIncrement: true }),
	name: text().notNull(),
	description: text().notNull().default(""),
	status: text(),
	type: text(),
	identity: text(),
	disability: text(),
	dues: text(),
	city: text(),
	groupId: integer("group_id"),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const memberSegmentFields = sqliteTable(
	"member_segment_fields",
	{
		segmentId: integer("segment_id").notNull(),
		fieldId: integer("field_id").notNull(),
		value: text().notNull(),
	},
	(table) => [primaryKey({ columns: [table.segmentId, table.fieldId] })],
);
