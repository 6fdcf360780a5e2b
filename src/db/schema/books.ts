import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const projects = sqliteTable("projects", {
	id: integer().primaryKey({ autoIncrement: true }),
	name: text().notNull(),
	startsOn: text("starts_on"),
	endsOn: text("ends_on"),
	note: text().notNull().default(""),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const budgetItems = sqliteTable("budget_items", {
	id: integer().primaryKey({ autoIncrement: true }),
	year: integer().notNull(),
	accountId: integer("account_id").notNull(),
	name: text().notNull(),
	amount: integer().notNull(),
	note: text().notNull().default(""),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const periodEvents = sqliteTable("period_events", {
	id: integer().primaryKey({ autoIncrement: true }),
	period: text().notNull(),
	step: text({ enum: ["close", "reopen", "open_year", "reopen_opening"] }).notNull(),
	userId: integer("user_id"),
	onBehalfOf: integer("on_behalf_of"),
	reason: text(),
	at: integer().notNull(),
});

export const periodBalances = sqliteTable(
	"period_balances",
	{
		month: text().notNull(),
		accountId: integer("account_id").notNull(),
		amount: integer().notNull(),
		note: text().notNull().default(""),
		userId: integer("user_id"),
		updatedAt: integer("updated_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.month, table.accountId] })],
);

export const postingAccounts = sqliteTable("posting_accounts", {
	purpose: text().primaryKey(),
	accountId: integer("account_id").notNull(),
	version: integer().notNull().default(1),
	updatedAt: integer("updated_at").notNull(),
});

export const voucherTemplates = sqliteTable("voucher_templates", {
	id: integer().primaryKey({ autoIncrement: true }),
	name: text().notNull(),
	description: text().notNull().default(""),
	lines: text().notNull(),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const assets = sqliteTable("assets", {
	id: integer().primaryKey({ autoIncrement: true }),
	name: text().notNull(),
	accountId: integer("account_id").notNull(),
	quantity: integer().notNull().default(1),
	unit: text().notNull().default(""),
	acquiredOn: text("acquired_on").notNull(),
	cost: integer().notNull(),
	residual: integer().notNull().default(0),
	lifeMonths: integer("life_months"),
	place: text().notNull().default(""),
	keeper: text().notNull().default(""),
	disposedOn: text("disposed_on"),
	note: text().notNull().default(""),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
