import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const bankStatements = sqliteTable("bank_statements", {
	id: integer().primaryKey({ autoIncrement: true }),
	bankAccountId: integer("bank_account_id").notNull(),
	filename: text().notNull(),
	fileId: integer("file_id"),
	state: text({ enum: ["draft", "applied"] })
		.notNull()
		.default("draft"),
	mapping: text().notNull().default("{}"),
	counts: text().notNull().default("{}"),
	createdBy: integer("created_by"),
	appliedAt: integer("applied_at"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
});

export const bankLines = sqliteTable("bank_lines", {
	id: integer().primaryKey({ autoIncrement: true }),
	statementId: integer("statement_id").notNull(),
	bankAccountId: integer("bank_account_id").notNull(),
	row: integer().notNull(),
	bookedOn: text("booked_on").notNull(),
	amount: integer().notNull(),
	feeAmount: integer("fee_amount").notNull().default(0),
	memo: text().notNull().default(""),
	words: text().notNull().default("[]"),
	last5: text(),
	balance: integer(),
	fingerprint: text().notNull(),
	status: text({ enum: ["unmatched", "suggested", "matched", "ignored"] })
		.notNull()
		.default("unmatched"),
	/** A payment that is part of the line, for the released version; `bank_line_parts` has all parts. */
	paymentId: integer("payment_id"),
	reason: text(),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	apartAt: integer("apart_at"),
	explained: integer().notNull().default(0),
});

export const bankRests = sqliteTable(
	"bank_rests",
	{
		kind: text().notNull(),
		recordId: integer("record_id").notNull(),
		accountId: integer("account_id").notNull(),
		day: text().notNull(),
		amount: integer().notNull(),
		at: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.kind, table.recordId] })],
);

export const bankMemoRules = sqliteTable("bank_memo_rules", {
	memoHash: text("memo_hash").primaryKey(),
	kind: text({ enum: ["fee", "transfer", "interest"] }).notNull(),
	bankAccountId: integer("bank_account_id"),
	updatedAt: integer("updated_at").notNull(),
});

export const bankLineParts = sqliteTable("bank_line_parts", {
	id: integer().primaryKey({ autoIncrement: true }),
	lineId: integer("line_id").notNull(),
	kind: text({ enum: ["payment", "income", "deposit", "expense", "voucher"] }).notNull(),
	recordId: integer("record_id").notNull(),
	amount: integer().notNull(),
	isTie: integer("is_tie", { mode: "boolean" }).notNull(),
	createdAt: integer("created_at").notNull(),
});
