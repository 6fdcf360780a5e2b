import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const contentRevision = sqliteTable("content_revision", {
	id: integer().primaryKey(),
	rev: integer().notNull(),
});

export const contentChanges = sqliteTable("content_changes", {
	rev: integer().primaryKey(),
	resource: text().notNull(),
	id: integer().notNull(),
	slug: text().notNull(),
	previousSlug: text("previous_slug"),
	event: text().notNull(),
	tags: text().notNull().default("[]"),
	doneAt: integer("done_at"),
});

export const slugHistory = sqliteTable("slug_history", {
	resource: text().notNull(),
	slug: text().notNull(),
	id: integer().notNull(),
});

export const revisions = sqliteTable("revisions", {
	resource: text().notNull(),
	resourceId: integer("resource_id").notNull(),
	number: integer().notNull(),
	snapshot: text().notNull(),
	reason: text().notNull(),
	actor: text().notNull(),
	createdAt: integer("created_at").notNull(),
	version: integer(),
});
