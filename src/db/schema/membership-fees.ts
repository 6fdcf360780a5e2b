import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const membershipFees = sqliteTable("membership_fees", {
	id: integer().primaryKey({ autoIncrement: true }),
	membershipType: text("membership_type").notNull(),
	fromOn: text("from_on").notNull(),
	entranceFee: integer("entrance_fee").notNull(),
	annualFee: integer("annual_fee").notNull(),
	hasDiscount: integer("has_discount").notNull(),
	resolution: text().notNull().default(""),
	approvalNo: text("approval_no").notNull().default(""),
	article: text().notNull().default(""),
	createdAt: integer("created_at").notNull(),
});
