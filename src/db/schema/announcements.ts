import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const announcements = sqliteTable("announcements", {
	id: integer().primaryKey(),
	slug: text().notNull(),
	title: text().notNull(),
	audience: text().notNull().default("members"),
	isPinned: integer("is_pinned", { mode: "boolean" }).notNull().default(false),
	publishFrom: integer("publish_from"),
	publishUntil: integer("publish_until"),
	isLive: integer("is_live", { mode: "boolean" }).notNull().default(false),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	bodyMarkdown: text("body_markdown").notNull().default(""),
	bodyHtml: text("body_html").notNull().default(""),
	plannedFrom: integer("planned_from"),
	byMail: integer("by_mail", { mode: "boolean" }).notNull().default(false),
	lineText: text("line_text").notNull().default(""),
});
