import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const works = sqliteTable("works", {
	id: integer().primaryKey({ autoIncrement: true }),
	userId: integer("user_id").notNull(),
	kind: text().notNull(),
	subjectId: integer("subject_id"),
	href: text().notNull(),
	state: text().notNull().default("running"),
	reason: text(),
	done: integer().notNull().default(0),
	total: integer().notNull(),
	startedAt: integer("started_at").notNull(),
	touchedAt: integer("touched_at").notNull(),
	endedAt: integer("ended_at"),
	seenAt: integer("seen_at"),
	objectKey: text("object_key"),
	keyId: text("key_id"),
	size: integer(),
	sha256: text(),
	filename: text(),
	contentType: text("content_type"),
	gate: text(),
});
