import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const statementApprovals = sqliteTable("statement_approvals", {
	year: integer().primaryKey(),
	figures: text().notNull(),
	boardOn: text("board_on").notNull(),
	boardNo: text("board_no").notNull(),
	auditOn: text("audit_on").notNull(),
	meetingOn: text("meeting_on"),
	meetingNo: text("meeting_no").notNull().default(""),
	filedOn: text("filed_on"),
	filedNo: text("filed_no").notNull().default(""),
	recordedBy: integer("recorded_by"),
	recordedAt: integer("recorded_at").notNull(),
	version: integer().notNull().default(1),
});

export const statementNotices = sqliteTable("statement_notices", {
	documentId: integer("document_id").primaryKey(),
	year: integer().notNull(),
	approvalVersion: integer("approval_version").notNull(),
	publishedBy: integer("published_by"),
	publishedAt: integer("published_at").notNull(),
	version: integer().notNull().default(1),
});
