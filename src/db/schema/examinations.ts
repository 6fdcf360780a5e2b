import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const examinations = sqliteTable("examinations", {
	id: integer().primaryKey({ autoIncrement: true }),
	title: text().notNull(),
	fromOn: text("from_on").notNull(),
	toOn: text("to_on").notNull(),
	criteria: text().notNull(),
	size: integer().notNull(),
	drawnBy: integer("drawn_by").notNull(),
	drawnAt: integer("drawn_at").notNull(),
	closedBy: integer("closed_by"),
	closedAt: integer("closed_at"),
	opinion: text().notNull().default(""),
	version: integer().notNull().default(1),
});

export const examinationItems = sqliteTable("examination_items", {
	id: integer().primaryKey({ autoIncrement: true }),
	examinationId: integer("examination_id").notNull(),
	kind: text({ enum: ["voucher", "finance", "receipt"] }).notNull(),
	recordId: integer("record_id").notNull(),
	why: text().notNull(),
	mark: text({ enum: ["seen", "doubt"] }),
	question: text().notNull().default(""),
	markedBy: integer("marked_by"),
	markedAt: integer("marked_at"),
	answer: text().notNull().default(""),
	answeredBy: integer("answered_by"),
	answeredAt: integer("answered_at"),
	version: integer().notNull().default(1),
});
