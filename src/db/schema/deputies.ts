import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const deputies = sqliteTable("deputies", {
	id: integer().primaryKey(),
	userId: integer("user_id").notNull(),
	deputyId: integer("deputy_id").notNull(),
	startsOn: text("starts_on").notNull(),
	endsOn: text("ends_on").notNull(),
	endedAt: integer("ended_at"),
	createdAt: integer("created_at").notNull(),
	version: integer().notNull().default(1),
});
