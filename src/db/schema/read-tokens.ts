import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const readTokens = sqliteTable("read_tokens", {
	id: integer().primaryKey(),
	name: text().notNull(),
	digest: text().notNull(),
	hint: text().notNull(),
	createdAt: integer("created_at").notNull(),
	revokedAt: integer("revoked_at"),
});
