import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const memberBans = sqliteTable("member_bans", {
	id: integer().primaryKey(),
	memberId: integer("member_id").notNull(),
	personId: integer("person_id").notNull(),
	reason: text({ enum: ["court", "asked", "danger"] }).notNull(),
	since: integer().notNull(),
	createdBy: integer("created_by"),
	liftAskedBy: integer("lift_asked_by"),
	liftAskedAt: integer("lift_asked_at"),
	until: integer(),
	liftedBy: integer("lifted_by"),
});
