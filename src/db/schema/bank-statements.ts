import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
	paymentId: integer("payment_id"),
	reason: text(),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	tiedAt: integer("tied_at"),
	apartAt: integer("apart_at"),
	voucherLineId: integer("voucher_line_id"),
});
