import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const financeShares = sqliteTable("finance_shares", {
	id: integer().primaryKey({ autoIncrement: true }),
	documentId: integer("document_id").notNull(),
	position: integer().notNull(),
	payeeId: integer("payee_id").notNull(),
	payeeName: text("payee_name").notNull(),
	payeeNameFolded: text("payee_name_folded").notNull(),
	reason: text().notNull(),
	gross: integer().notNull(),
	allowance: integer().notNull().default(0),
	labour: integer().notNull().default(0),
	health: integer().notNull().default(0),
	pension: integer().notNull().default(0),
	category: text({ enum: ["50", "9A", "9B", "51", "92", "none"] }),
	tax: integer().notNull().default(0),
	premium: integer().notNull().default(0),
	ruled: text(),
	wasResident: integer("was_resident"),
	payBy: text("pay_by", { enum: ["transfer", "cash"] })
		.notNull()
		.default("transfer"),
	bankCode: text("bank_code").notNull().default(""),
	branch: text().notNull().default(""),
	account: text().notNull().default(""),
	refundOf: text("refund_of", { enum: ["credit", "donation", "suspense"] }),
	memberId: integer("member_id"),
	paymentId: integer("payment_id"),
	bankLineId: integer("bank_line_id"),
});
