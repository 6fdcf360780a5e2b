import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const giverChoices = sqliteTable("giver_choices", {
	memberId: integer("member_id").primaryKey(),
	isNamed: integer("is_named", { mode: "boolean" }).notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const giftLists = sqliteTable("gift_lists", {
	documentId: integer("document_id").primaryKey(),
	half: text().notNull(),
	fromOn: text("from_on").notNull(),
	toOn: text("to_on").notNull(),
	isSealed: integer("is_sealed", { mode: "boolean" }).notNull().default(false),
	publishedBy: integer("published_by"),
	publishedAt: integer("published_at").notNull(),
	version: integer().notNull().default(1),
});

export const giftListRows = sqliteTable("gift_list_rows", {
	documentId: integer("document_id").notNull(),
	source: text({ enum: ["income", "payment"] }).notNull(),
	giftId: integer("gift_id").notNull(),
	part: integer().notNull(),
	day: text().notNull(),
	name: text().notNull(),
	amount: integer().notNull(),
	items: text().notNull(),
	purpose: text().notNull(),
});
