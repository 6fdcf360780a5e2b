import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const disabilityCertificates = sqliteTable("disability_certificates", {
	id: integer().primaryKey(),
	memberId: integer("member_id").notNull(),
	fileId: integer("file_id"),
	status: text({ enum: ["pending", "approved", "rejected", "withdrawn", "replaced"] })
		.notNull()
		.default("pending"),
	uploadedBy: integer("uploaded_by"),
	onPaper: integer("on_paper", { mode: "boolean" }).notNull().default(false),
	validUntil: text("valid_until"),
	reviewedBy: integer("reviewed_by"),
	onBehalfOf: integer("on_behalf_of"),
	reviewedAt: integer("reviewed_at"),
	reason: text(),
	isRevoked: integer("is_revoked", { mode: "boolean" }).notNull().default(false),
	reminded: text().notNull().default("[]"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	printedUntil: text("printed_until"),
});
