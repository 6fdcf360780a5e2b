import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const memberFields = sqliteTable("member_fields", {
	id: integer().primaryKey({ autoIncrement: true }),
	code: text().unique(),
	name: text().notNull(),
	hint: text().notNull().default(""),
	kind: text().notNull(),
	forWhom: text("for_whom").notNull().default("all"),
	seenBy: text("seen_by").notNull().default("view"),
	self: text().notNull().default("none"),
	isSpecial: integer("is_special", { mode: "boolean" }).notNull().default(false),
	purpose: text().notNull().default(""),
	inList: integer("in_list", { mode: "boolean" }).notNull().default(false),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
	position: integer().notNull().default(100),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const memberFieldChoices = sqliteTable("member_field_choices", {
	id: integer().primaryKey({ autoIncrement: true }),
	fieldId: integer("field_id").notNull(),
	name: text().notNull(),
	position: integer().notNull(),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
});

export const memberFieldConsents = sqliteTable("member_field_consents", {
	id: integer().primaryKey({ autoIncrement: true }),
	memberId: integer("member_id").notNull(),
	purpose: text().notNull(),
	given: integer({ mode: "boolean" }).notNull(),
	byUserId: integer("by_user_id"),
	channel: text().notNull(),
	at: integer().notNull(),
});

export const memberFieldValues = sqliteTable("member_field_values", {
	id: integer().primaryKey({ autoIncrement: true }),
	memberId: integer("member_id").notNull(),
	fieldId: integer("field_id").notNull(),
	value: text().notNull(),
	sealId: text("seal_id"),
	updatedAt: integer("updated_at").notNull(),
});

export const memberFieldTokens = sqliteTable(
	"member_field_tokens",
	{
		fieldId: integer("field_id").notNull(),
		token: text().notNull(),
		memberId: integer("member_id").notNull(),
	},
	(table) => [primaryKey({ columns: [table.fieldId, table.token, table.memberId] })],
);
