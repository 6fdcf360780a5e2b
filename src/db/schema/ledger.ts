import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const accounts = sqliteTable("accounts", {
	id: integer().primaryKey({ autoIncrement: true }),
	code: text().notNull(),
	name: text().notNull(),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

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

export const numberSeries = sqliteTable(
	"number_series",
	{
		series: text({
			enum: ["receipt:dues", "receipt:donation", "voucher:income", "voucher:expense", "voucher:transfer"],
		}).notNull(),
		rocYear: integer("roc_year").notNull(),
		firstNo: integer("first_no").notNull().default(1),
		lastNo: integer("last_no").notNull(),
	},
	(table) => [primaryKey({ columns: [table.series, table.rocYear] })],
);

export const vouchers = sqliteTable("vouchers", {
	id: integer().primaryKey({ autoIncrement: true }),
	state: text({ enum: ["draft", "posted"] })
		.notNull()
		.default("draft"),
	kind: text({ enum: ["income", "expense", "transfer"] }),
	rocYear: integer("roc_year"),
	seq: integer(),
	date: text().notNull(),
	description: text().notNull(),
	source: text({
		enum: ["manual", "payment", "dues", "bank_line", "income", "finance", "deposit", "opening", "closing", "reversal"],
	})
		.notNull()
		.default("manual"),
	sourceId: integer("source_id"),
	sourceSeq: integer("source_seq"),
	reversesId: integer("reverses_id"),
	isClosing: integer("is_closing", { mode: "boolean" }).notNull().default(false),
	createdBy: integer("created_by"),
	postedBy: integer("posted_by"),
	postedAt: integer("posted_at"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	turnsNextYear: integer("turns_next_year", { mode: "boolean" }).notNull().default(false),
});

export const voucherLines = sqliteTable("voucher_lines", {
	id: integer().primaryKey({ autoIncrement: true }),
	voucherId: integer("voucher_id").notNull(),
	lineNo: integer("line_no").notNull(),
	accountId: integer("account_id").notNull(),
	debit: integer().notNull().default(0),
	credit: integer().notNull().default(0),
	memo: text().notNull().default(""),
	memberId: integer("member_id"),
	projectId: integer("project_id"),
	budgetItemId: integer("budget_item_id"),
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
