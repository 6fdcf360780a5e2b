import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const memberRepresentatives = sqliteTable("member_representatives", {
	id: integer().primaryKey({ autoIncrement: true }),
	organisationId: integer("organisation_id").notNull(),
	memberId: integer("member_id"),
	name: text().notNull().default(""),
	phone: text(),
	email: text(),
	fromOn: text("from_on").notNull(),
	untilOn: text("until_on"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
