import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const oneTimeLinks = sqliteTable("one_time_links", {
	id: text().primaryKey(),
	purpose: text({ enum: ["invitation", "password_reset", "email_change"] }).notNull(),
	userId: integer("user_id").notNull(),
	email: text(),
	createdAt: integer("created_at").notNull(),
	expiresAt: integer("expires_at").notNull(),
	usedAt: integer("used_at"),
});

export const oneTimeCodes = sqliteTable("one_time_codes", {
	codeHash: text("code_hash").primaryKey(),
	purpose: text({ enum: ["activation", "recovery"] }).notNull(),
	userId: integer("user_id").notNull(),
	createdAt: integer("created_at").notNull(),
	expiresAt: integer("expires_at"),
	usedAt: integer("used_at"),
	way: text({ enum: ["first", "counter", "delayed", "second_person"] }),
	worksFrom: integer("works_from"),
});
