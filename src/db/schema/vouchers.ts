import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
	editedBy: integer("edited_by"),
	resolutionNo: text("resolution_no"),
	resolutionOn: text("resolution_on"),
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
	isUnbudgeted: integer("is_unbudgeted", { mode: "boolean" }).notNull().default(false),
});
