import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const formSubmissions = sqliteTable("form_submissions", {
	key: text().primaryKey(),
	madeId: integer("made_id").notNull(),
	createdAt: integer("created_at").notNull(),
	digest: text(),
});
