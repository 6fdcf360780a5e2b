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

export const auditSeals = sqliteTable("audit_seals", {
	id: integer().primaryKey(),
	fromId: integer("from_id").notNull(),
	toId: integer("to_id").notNull(),
	count: integer().notNull(),
	prev: text().notNull(),
	hash: text().notNull(),
	sealedAt: integer("sealed_at").notNull(),
});

export const sealMacs = sqliteTable("seal_macs", {
	chain: text().notNull(),
	sealId: integer("seal_id").notNull(),
	keyId: text("key_id").notNull(),
	mac: text().notNull(),
});

export const sealAnchors = sqliteTable("seal_anchors", {
	chain: text().notNull(),
	sealId: integer("seal_id").notNull(),
	anchoredAt: integer("anchored_at").notNull(),
});

export const documentSeals = sqliteTable("document_seals", {
	id: integer().primaryKey(),
	series: text().notNull(),
	rocYear: integer("roc_year").notNull(),
	fromSeq: integer("from_seq").notNull(),
	toSeq: integer("to_seq").notNull(),
	prev: text().notNull(),
	hash: text().notNull(),
	sealedAt: integer("sealed_at").notNull(),
});

export const sealTurns = sqliteTable("seal_turns", {
	chain: text().primaryKey(),
	nextId: integer("next_id").notNull(),
});
