import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const receipts = sqliteTable("receipts", {
	id: integer().primaryKey({ autoIncrement: true }),
	rocYear: integer("roc_year").notNull(),
	seq: integer().notNull(),
	number: text().notNull(),
	paymentId: integer("payment_id"),
	memberId: integer("member_id"),
	payerTitle: text("payer_title").notNull(),
	amount: integer().notNull(),
	items: text().notNull(),
	method: text().notNull(),
	paidOn: text("paid_on").notNull(),
	issuedOn: text("issued_on").notNull(),
	issuedBy: integer("issued_by"),
	status: text({ enum: ["issued", "voided"] })
		.notNull()
		.default("issued"),
	voidedAt: integer("voided_at"),
	voidedBy: integer("voided_by"),
	reason: text(),
	replacedBy: integer("replaced_by"),
	originalAt: integer("original_at"),
	originalBy: integer("original_by"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	incomeId: integer("income_id"),
	payerIdMask: text("payer_id_mask"),
	mark: text().notNull().default(""),
	series: text({ enum: ["dues", "donation", "other"] }).notNull(),
	payerTitleFolded: text("payer_title_folded"),
	note: text().notNull().default(""),
});

/** The mark in the receipt numbers of each series. A mark never changes. */
export const receiptMarks = sqliteTable("receipt_marks", {
	series: text().primaryKey(),
	mark: text().notNull(),
});

export const receiptAsks = sqliteTable("receipt_asks", {
	receiptId: integer("receipt_id").primaryKey(),
	replacement: text({ enum: ["title", "per_member", "one"] }).notNull(),
	reason: text().notNull().default(""),
	payerTitle: text("payer_title").notNull(),
	askedBy: integer("asked_by").notNull(),
	askedAt: integer("asked_at").notNull(),
});
