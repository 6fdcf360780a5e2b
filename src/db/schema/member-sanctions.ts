import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const memberSanctions = sqliteTable("member_sanctions", {
	id: integer().primaryKey({ autoIncrement: true }),
	memberId: integer("member_id").notNull(),
	step: text({ enum: ["suspend", "expel"] }).notNull(),
	meeting: text().notNull(),
	heldOn: text("held_on").notNull(),
	present: integer(),
	inFavour: integer("in_favour"),
	createdBy: integer("created_by"),
	createdAt: integer("created_at").notNull(),
});
