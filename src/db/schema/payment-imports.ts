import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const paymentImports = sqliteTable("payment_imports", {
	id: integer().primaryKey(),
	filename: text().notNull(),
	fileId: integer("file_id"),
	state: text({ enum: ["draft", "applied", "undone"] })
		.notNull()
		.default("draft"),
	mapping: text().notNull().default("{}"),
	counts: text().notNull().default("{}"),
	createdBy: integer("created_by"),
	appliedAt: integer("applied_at"),
	undoneAt: integer("undone_at"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
});

export const paymentImportRows = sqliteTable("payment_import_rows", {
	importId: integer("import_id").notNull(),
	row: integer().notNull(),
	outcome: text({ enum: ["created", "unchanged", "conflict", "skipped", "error"] }).notNull(),
	paymentId: integer("payment_id"),
	told: text(),
});
