import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const payments = sqliteTable("payments", {
	id: integer().primaryKey({ autoIncrement: true }),
	status: text({ enum: ["submitted", "verified", "rejected", "cancelled", "reversed"] })
		.notNull()
		.default("submitted"),
	source: text({ enum: ["member", "staff", "bank", "credit", "import"] }).notNull(),
	paidOn: text("paid_on").notNull(),
	amount: integer().notNull(),
	feeAmount: integer("fee_amount").notNull().default(0),
	last5: text(),
	bankAccountId: integer("bank_account_id"),
	payerMemberId: integer("payer_member_id"),
	payerTitle: text("payer_title").notNull(),
	receiptSplit: text("receipt_split", { enum: ["one", "per_member"] })
		.notNull()
		.default("one"),
	proofFileId: integer("proof_file_id"),
	remark: text().notNull().default(""),
	submittedBy: integer("submitted_by"),
	submittedAt: integer("submitted_at").notNull(),
	verifiedBy: integer("verified_by"),
	onBehalfOf: integer("on_behalf_of"),
	verifiedAt: integer("verified_at"),
	reason: text(),
	reversedBy: integer("reversed_by"),
	reversedAt: integer("reversed_at"),
	correctsId: integer("corrects_id"),
	oldReceiptNo: text("old_receipt_no"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	titledBy: integer("titled_by"),
	method: text(),
});

/** The methods of payment. src/domain/money/payments/labels.ts has the words for each row. */
export const paymentMethods = sqliteTable("payment_methods", {
	code: text().primaryKey(),
	label: text().notNull(),
});
export const allocationTargets = sqliteTable("allocation_targets", {
	code: text().primaryKey(),
	label: text().notNull(),
});

export const paymentAllocations = sqliteTable("payment_allocations", {
	id: integer().primaryKey({ autoIncrement: true }),
	paymentId: integer("payment_id").notNull(),
	kind: text().notNull(),
	duesItemId: integer("dues_item_id"),
	memberId: integer("member_id"),
	amount: integer().notNull(),
	disabilityStatus: text("disability_status"),
});

export const paymentEvents = sqliteTable(
	"payment_events",
	{
		paymentId: integer("payment_id").notNull(),
		seq: integer().notNull(),
		step: text({ enum: ["submit", "edit", "verify", "reject", "resubmit", "cancel", "reverse"] }).notNull(),
		reason: text(),
		userId: integer("user_id"),
		onBehalfOf: integer("on_behalf_of"),
		at: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.paymentId, table.seq] })],
);
