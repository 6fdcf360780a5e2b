import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const donors = sqliteTable("donors", {
	id: integer().primaryKey({ autoIncrement: true }),
	kind: text({ enum: ["person", "organisation"] }).notNull(),
	name: text().notNull(),
	sealId: text("seal_id").notNull(),
	personKey: text("person_key"),
	nationalId: text("national_id"),
	nationalIdHash: text("national_id_hash"),
	nationalIdMask: text("national_id_mask"),
	email: text(),
	phone: text(),
	address: text().notNull().default(""),
	memberId: integer("member_id"),
	isPublished: integer("is_published", { mode: "boolean" }).notNull().default(true),
	note: text().notNull().default(""),
	pseudonymisedAt: integer("pseudonymised_at"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	nameFolded: text("name_folded"),
});
