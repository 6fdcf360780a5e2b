import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const outbox = sqliteTable("outbox", {
	id: integer().primaryKey(),
	event: text().notNull(),
	subject: text().notNull(),
	createdAt: integer("created_at").notNull(),
	doneAt: integer("done_at"),
});

export const deadLetters = sqliteTable("dead_letters", {
	id: text().primaryKey(),
	queue: text().notNull(),
	body: text().notNull(),
	attempts: integer().notNull(),
	at: integer().notNull(),
	replayedAt: integer("replayed_at"),
});
