import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const periods = sqliteTable("periods", {
	month: text().primaryKey(),
	status: text({ enum: ["open", "closed"] })
		.notNull()
		.default("open"),
	closedBy: integer("closed_by"),
	closedAt: integer("closed_at"),
	version: integer().notNull().default(1),
	updatedAt: integer("updated_at").notNull(),
});

export const periodEvents = sqliteTable("period_events", {
	id: integer().primaryKey({ autoIncrement: true }),
	period: text().notNull(),
	step: text({ enum: ["close", "reopen", "open_year"] }).notNull(),
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

export const accruals = sqliteTable("accruals", {
	voucherId: integer("voucher_id").primaryKey(),
	year: integer().notNull(),
});

export const accruedLines = sqliteTable(
	"accrued_lines",
	{
		voucherId: integer("voucher_id").notNull(),
		lineId: integer("line_id").notNull(),
	},
	(table) => [primaryKey({ columns: [table.lineId, table.voucherId] })],
);
/** The plans for what a year left (結餘使用計畫), to which the authority has agreed. */
export const surplusPlans = sqliteTable("surplus_plans", {
	year: integer().primaryKey(),
	firstYear: integer("first_year").notNull(),
	lastYear: integer("last_year").notNull(),
	amount: integer().notNull(),
	approvalNo: text("approval_no").notNull(),
	approvedOn: text("approved_on").notNull(),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
