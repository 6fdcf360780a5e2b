import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const payees = sqliteTable("payees", {
	id: integer().primaryKey({ autoIncrement: true }),
	kind: text({ enum: ["person", "company"] }).notNull(),
	name: text().notNull(),
	nameFolded: text("name_folded").notNull(),
	sealId: text("seal_id").notNull(),
	personKey: text("person_key"),
	nationalId: text("national_id"),
	nationalIdHash: text("national_id_hash"),
	nationalIdMask: text("national_id_mask"),
	taxId: text("tax_id"),
	isResident: integer("is_resident", { mode: "boolean" }).notNull().default(true),
	userId: integer("user_id"),
	memberId: integer("member_id"),
	mergedMemberId: integer("merged_member_id"),
	email: text(),
	phone: text(),
	address: text().notNull().default(""),
	note: text().notNull().default(""),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
	pseudonymisedAt: integer("pseudonymised_at"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const payeeAccounts = sqliteTable("payee_accounts", {
	id: integer().primaryKey({ autoIncrement: true }),
	payeeId: integer("payee_id").notNull(),
	bankCode: text("bank_code").notNull(),
	branch: text().notNull().default(""),
	account: text().notNull(),
	holder: text().notNull(),
	isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
	createdAt: integer("created_at").notNull(),
});

export const payeeExemptions = sqliteTable("payee_exemptions", {
	id: integer().primaryKey({ autoIncrement: true }),
	payeeId: integer("payee_id").notNull(),
	kind: text({ enum: ["class2", "class5"] }).notNull(),
	paper: text().notNull(),
	shownOn: text("shown_on").notNull(),
	until: text(),
	createdAt: integer("created_at").notNull(),
});
