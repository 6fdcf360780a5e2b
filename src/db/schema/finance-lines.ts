import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const financeLines = sqliteTable("finance_lines", {
	id: integer().primaryKey({ autoIncrement: true }),
	documentId: integer("document_id").notNull(),
	lineNo: integer("line_no").notNull(),
	summary: text().notNull(),
	amount: integer().notNull(),
	accountId: integer("account_id"),
	budgetItemId: integer("budget_item_id"),
	isUnbudgeted: integer("is_unbudgeted", { mode: "boolean" }).notNull().default(false),
});

export const financeAttachments = sqliteTable(
	"finance_attachments",
	{
		documentId: integer("document_id").notNull(),
		fileId: integer("file_id").notNull(),
		position: integer().notNull().default(0),
	},
	(table) => [primaryKey({ columns: [table.documentId, table.fileId] })],
);
