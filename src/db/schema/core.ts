import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const auditLog = sqliteTable("audit_log", {
	id: integer().primaryKey(),
	at: integer().notNull(),
	userId: integer("user_id"),
	actor: text().notNull(),
	action: text().notNull(),
	auditableType: text("auditable_type").notNull(),
	auditableId: text("auditable_id").notNull(),
	description: text().notNull(),
	ipAddress: text("ip_address"),
	changes: text().notNull().default("{}"),
	onBehalfOf: integer("on_behalf_of"),
});

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

export const settings = sqliteTable("settings", {
	key: text().primaryKey(),
	value: text().notNull(),
	updatedAt: integer("updated_at").notNull(),
	version: integer().notNull().default(1),
	auditId: integer("audit_id"),
});

export const settingsHistory = sqliteTable("settings_history", {
	id: integer().primaryKey(),
	key: text().notNull(),
	value: text(),
	validFrom: integer("valid_from").notNull(),
	userId: integer("user_id"),
});

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
