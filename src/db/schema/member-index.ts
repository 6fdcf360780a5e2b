import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const memberNumbers = sqliteTable("member_numbers", {
	memberNo: text("member_no").primaryKey(),
	memberId: integer("member_id").notNull(),
	at: integer().notNull(),
});

export const memberWords = sqliteTable("member_words", {
	word: text().notNull(),
	memberId: integer("member_id").notNull(),
});

export const memberLikenesses = sqliteTable("member_likenesses", {
	aId: integer("a_id").notNull(),
	bId: integer("b_id").notNull(),
	reasons: integer().notNull(),
});

export const memberDistinct = sqliteTable("member_distinct", {
	aId: integer("a_id").notNull(),
	bId: integer("b_id").notNull(),
	byUserId: integer("by_user_id"),
	at: integer().notNull(),
});

export const memberLogins = sqliteTable(
	"member_logins",
	{
		memberId: integer("member_id").notNull(),
		userId: integer("user_id").notNull(),
		until: integer(),
		openedAt: integer("opened_at"),
		openedHow: text("opened_how"),
	},
	(table) => [primaryKey({ columns: [table.memberId, table.userId] })],
);

export const guardianships = sqliteTable("guardianships", {
	id: integer().primaryKey(),
	memberId: integer("member_id").notNull(),
	guardianId: integer("guardian_id").notNull(),
	since: integer(),
	until: integer(),
	named: text(),
	openedAt: integer("opened_at"),
	openedHow: text("opened_how"),
	role: text().notNull().default("parent"),
	authority: text(),
	paper: text(),
	paperOn: text("paper_on"),
	hasCustody: integer("has_custody").notNull().default(0),
});

export const memberTies = sqliteTable(
	"member_ties",
	{ memberId: integer("member_id").notNull(), otherId: integer("other_id").notNull(), until: integer() },
	(table) => [primaryKey({ columns: [table.memberId, table.otherId] })],
);
