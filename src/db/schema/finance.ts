import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const financeDocuments = sqliteTable("finance_documents", {
	id: integer().primaryKey({ autoIncrement: true }),
	state: text({
		enum: [
			"draft",
			"pending_cashier",
			"pending_accountant",
			"pending_chair",
			"approved",
			"paid",
			"posted",
			"returned",
			"rejected",
			"withdrawn",
			"voided",
		],
	})
		.notNull()
		.default("draft"),
	kind: text({ enum: ["vendor", "reimbursement", "advance", "settlement", "petty_cash", "refund"] }).notNull(),
	rocYear: integer("roc_year"),
	seq: integer(),
	title: text().notNull(),
	purpose: text().notNull().default(""),
	applicantId: integer("applicant_id").notNull(),
	payeeName: text("payee_name").notNull(),
	payeeTaxId: text("payee_tax_id"),
	payeeUserId: integer("payee_user_id"),
	payeeMemberId: integer("payee_member_id"),
	payBy: text("pay_by", { enum: ["transfer", "cash", "cheque"] }).notNull(),
	payeeBank: text("payee_bank").notNull().default(""),
	payeeAccount: text("payee_account").notNull().default(""),
	wantedOn: text("wanted_on"),
	projectId: integer("project_id"),
	gross: integer().notNull(),
	incomeTax: integer("income_tax").notNull().default(0),
	nhi: integer().notNull().default(0),
	advanced: integer().notNull().default(0),
	noAttachmentReason: text("no_attachment_reason"),
	advanceId: integer("advance_id"),
	refundOf: text("refund_of", { enum: ["credit", "donation", "suspense"] }),
	paymentId: integer("payment_id"),
	bankLineId: integer("bank_line_id"),
	copiedFromId: integer("copied_from_id"),
	revision: integer().notNull().default(1),
	contentHash: text("content_hash"),
	paidOn: text("paid_on"),
	paidFrom: integer("paid_from"),
	paidReference: text("paid_reference"),
	stateSince: integer("state_since").notNull(),
	remindedAt: integer("reminded_at"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const financeLines = sqliteTable("finance_lines", {
	id: integer().primaryKey({ autoIncrement: true }),
	documentId: integer("document_id").notNull(),
	lineNo: integer("line_no").notNull(),
	summary: text().notNull(),
	amount: integer().notNull(),
	accountId: integer("account_id"),
	budgetItemId: integer("budget_item_id"),
});

export const financeAttachments = sqliteTable(
	"finance_attachments",
	{
		documentId: integer("document_id").notNull(),
		fileId: integer("file_id").notNull(),
		position: integer().notNull().default(0),
	},
	(table) => [primaryKey({ columns: [table.documentId, table.fileId] })],
);

export const financeRevisions = sqliteTable(
	"finance_revisions",
	{
		documentId: integer("document_id").notNull(),
		revision: integer().notNull(),
		content: text().notNull(),
		contentHash: text("content_hash").notNull(),
		at: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.documentId, table.revision] })],
);

export const financeEvents = sqliteTable(
	"finance_events",
	{
		documentId: integer("document_id").notNull(),
		seq: integer().notNull(),
		revision: integer().notNull(),
		step: text({
			enum: [
				"submit",
				"resubmit",
				"approve_cashier",
				"approve_accountant",
				"approve_chair",
				"return",
				"reject",
				"withdraw",
				"void",
				"pay",
				"unpay_ask",
				"unpay",
				"post",
				"unpost",
				"comment",
			],
		}).notNull(),
		fromState: text("from_state").notNull(),
		toState: text("to_state").notNull(),
		userId: integer("user_id").notNull(),
		onBehalfOf: integer("on_behalf_of"),
		comment: text(),
		contentHash: text("content_hash"),
		at: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.documentId, table.seq] })],
);

export const financePostings = sqliteTable("finance_postings", {
	id: integer().primaryKey({ autoIncrement: true }),
	documentId: integer("document_id").notNull(),
	kind: text({ enum: ["approval", "payment"] }).notNull(),
});
