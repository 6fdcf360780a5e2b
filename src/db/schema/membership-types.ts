import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const membershipTypes = sqliteTable("membership_types", {
	id: integer().primaryKey({ autoIncrement: true }),
	code: text().notNull(),
	name: text().notNull(),
	description: text().notNull().default(""),
	term: text({ enum: ["year", "life", "none"] }).notNull(),
	hasVote: integer("has_vote", { mode: "boolean" }).notNull(),
	voteAge: integer("vote_age"),
	applies: text({ enum: ["nobody", "person", "organisation"] }).notNull(),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
	position: integer().notNull().default(100),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
