import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const concurrentPosts = sqliteTable("concurrent_posts", {
	id: integer().primaryKey({ autoIncrement: true }),
	userId: integer("user_id").notNull(),
	body: text({ enum: ["general", "board", "joint"] }).notNull(),
	resolutionNo: text("resolution_no").notNull(),
	resolvedOn: text("resolved_on").notNull(),
	startsOn: text("starts_on").notNull(),
	endsOn: text("ends_on").notNull(),
	createdBy: integer("created_by").notNull(),
	createdAt: integer("created_at").notNull(),
	confirmedBy: integer("confirmed_by"),
	confirmedAt: integer("confirmed_at"),
	endedBy: integer("ended_by"),
	endedAt: integer("ended_at"),
});

export const concurrentPostMonths = sqliteTable("concurrent_post_months", {
	month: text().primaryKey(),
	toldAt: integer("told_at").notNull(),
});
