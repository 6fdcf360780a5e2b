import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const statementItems = sqliteTable("statement_items", {
	id: integer().primaryKey({ autoIncrement: true }),
	class: text({ enum: ["4", "5"] }).notNull(),
	name: text().notNull(),
	position: integer().notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const statementNotes = sqliteTable(
	"statement_notes",
	{
		year: integer().notNull(),
		report: text({ enum: ["final", "budget"] }).notNull(),
		line: text().notNull(),
		note: text().notNull(),
		version: integer().notNull(),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.year, table.report, table.line] })],
);
