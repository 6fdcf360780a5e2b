import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const auditSeals = sqliteTable("audit_seals", {
	id: integer().primaryKey(),
	fromId: integer("from_id").notNull(),
	toId: integer("to_id").notNull(),
	count: integer().notNull(),
	prev: text().notNull(),
	hash: text().notNull(),
	sealedAt: integer("sealed_at").notNull(),
});
