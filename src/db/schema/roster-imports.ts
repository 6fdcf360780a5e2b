import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const rosterImports = sqliteTable("roster_imports", {
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

export const rosterImportRows = sqliteTable("roster_import_rows", {
	importId: integer("import_id").notNull(),
	row: integer().notNull(),
	outcome: text({
		enum: ["created", "updated", "filled", "unchanged", "conflict", "skipped", "error"],
	}).notNull(),
	memberId: integer("member_id"),
	memberVersion: integer("member_version"),
	before: text(),
});
