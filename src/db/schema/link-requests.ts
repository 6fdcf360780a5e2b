import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const linkRequests = sqliteTable("link_requests", {
	id: integer().primaryKey(),
	userId: integer("user_id").notNull(),
	sealId: text("seal_id").notNull(),
	profile: text().notNull(),
	candidates: text().notNull().default("[]"),
	status: text({ enum: ["open", "linked", "created", "refused"] })
		.notNull()
		.default("open"),
	memberId: integer("member_id"),
	closedBy: integer("closed_by"),
	closedAt: integer("closed_at"),
	reason: text(),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	certificateFileId: integer("certificate_file_id"),
	nationalIdMask: text("national_id_mask"),
});
