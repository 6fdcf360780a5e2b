import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const recordTexts = sqliteTable("record_texts", {
	kind: text().notNull(),
	id: integer().notNull(),
	text: text().notNull(),
});

export const recordWords = sqliteTable("record_words", {
	kind: text().notNull(),
	word: text().notNull(),
	id: integer().notNull(),
});
