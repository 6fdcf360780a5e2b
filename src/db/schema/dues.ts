import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const duesItems = sqliteTable("dues_items", {
	id: integer().primaryKey({ autoIncrement: true }),
	memberId: integer("member_id").notNull(),
	kind: text({ enum: ["entrance", "annual"] }).notNull(),
	duesYear: integer("dues_year").notNull(),
	baseAmount: integer("base_amount").notNull(),
	discountPercent: integer("discount_percent").notNull().default(0),
	amount: integer().notNull(),
	paidAmount: integer("paid_amount").notNull().default(0),
	creditedAmount: integer("credited_amount").notNull().default(0),
	status: text({ enum: ["open", "partially_paid", "paid", "waived", "cancelled"] })
		.notNull()
		.default("open"),
	source: text({ enum: ["assessment", "import"] })
		.notNull()
		.default("assessment"),
	importId: integer("import_id"),
	reason: text(),
	createdBy: integer("created_by"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const duesEvents = sqliteTable("dues_events", {
	id: integer().primaryKey({ autoIncrement: true }),
	duesItemId: integer("dues_item_id").notNull(),
	kind: text({ enum: ["assessed", "reassessed", "waived", "unwaived", "corrected", "cancelled"] }).notNull(),
	fromAmount: integer("from_amount"),
	toAmount: integer("to_amount"),
	reason: text(),
	userId: integer("user_id"),
	at: integer().notNull(),
});

export const duesNotices = sqliteTable("dues_notices", {
	id: integer().primaryKey({ autoIncrement: true }),
	memberId: integer("member_id").notNull(),
	kind: text({ enum: ["before_end", "end", "grace_end", "manual"] }).notNull(),
	channel: text({ enum: ["mail", "print", "line"] }).notNull(),
	periodEnd: text("period_end"),
	amount: integer(),
	mailId: text("mail_id"),
	userId: integer("user_id"),
	at: integer().notNull(),
});
