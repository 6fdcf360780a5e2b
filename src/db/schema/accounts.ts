import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const accounts = sqliteTable("accounts", {
	id: integer().primaryKey({ autoIncrement: true }),
	code: text().notNull(),
	name: text().notNull(),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	statementItemId: integer("statement_item_id"),
});

export const postingAccounts = sqliteTable("posting_accounts", {
	purpose: text().primaryKey(),
	accountId: integer("account_id").notNull(),
	version: integer().notNull().default(1),
	updatedAt: integer("updated_at").notNull(),
});

export const accountMonths = sqliteTable(
	"account_months",
	{
		accountId: integer("account_id").notNull(),
		month: text().notNull(),
		debit: integer().notNull().default(0),
		credit: integer().notNull().default(0),
		closingDebit: integer("closing_debit").notNull().default(0),
		closingCredit: integer("closing_credit").notNull().default(0),
	},
	(table) => [primaryKey({ columns: [table.accountId, table.month] })],
);
