import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const cashDeposits = sqliteTable("cash_deposits", {
	id: integer().primaryKey({ autoIncrement: true }),
	depositedOn: text("deposited_on").notNull(),
	bankAccountId: integer("bank_account_id").notNull(),
	amount: integer().notNull(),
	note: text().notNull().default(""),
	/** The first line that shows the deposit, for the released version; `bank_line_parts` has all. */
	bankLineId: integer("bank_line_id"),
	createdBy: integer("created_by"),
	reversedAt: integer("reversed_at"),
	reversedBy: integer("reversed_by"),
	reason: text(),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const cashDepositItems = sqliteTable("cash_deposit_items", {
	id: integer().primaryKey({ autoIncrement: true }),
	depositId: integer("deposit_id").notNull(),
	paymentId: integer("payment_id"),
	incomeId: integer("income_id"),
	isReleased: integer("is_released", { mode: "boolean" }).notNull().default(false),
});
