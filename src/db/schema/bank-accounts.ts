import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const bankAccounts = sqliteTable("bank_accounts", {
	id: integer().primaryKey({ autoIncrement: true }),
	kind: text({ enum: ["bank", "postal"] }).notNull(),
	name: text().notNull(),
	bankName: text("bank_name").notNull().default(""),
	branch: text().notNull().default(""),
	holder: text().notNull().default(""),
	number: text().notNull(),
	accountId: integer("account_id").notNull(),
	isShown: integer("is_shown", { mode: "boolean" }).notNull().default(true),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
	position: integer().notNull().default(0),
	mapping: text(),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	/** The rate of a 定期存款 in thousandths of a percent a year, its days, and whether it is renewed; else null. */
	termRate: integer("term_rate"),
	termFrom: text("term_from"),
	termRenews: integer("term_renews", { mode: "boolean" }),
	termUntil: text("term_until"),
});
