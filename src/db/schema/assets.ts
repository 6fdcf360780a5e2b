import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const assets = sqliteTable("assets", {
	id: integer().primaryKey({ autoIncrement: true }),
	name: text().notNull(),
	accountId: integer("account_id").notNull(),
	quantity: integer().notNull().default(1),
	unit: text().notNull().default(""),
	acquiredOn: text("acquired_on").notNull(),
	cost: integer().notNull(),
	residual: integer().notNull().default(0),
	lifeMonths: integer("life_months"),
	place: text().notNull().default(""),
	keeper: text().notNull().default(""),
	disposedOn: text("disposed_on"),
	note: text().notNull().default(""),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const depreciations = sqliteTable("depreciations", {
	voucherId: integer("voucher_id").primaryKey(),
	year: integer().notNull(),
});
