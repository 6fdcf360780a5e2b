import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const mailMessages = sqliteTable("mail_messages", {
	id: text().primaryKey().default(sql`('msg_' || lower(hex(randomblob(16))))`),
	template: text().notNull(),
	userId: integer("user_id"),
	toAddress: text("to_address").notNull(),
	toName: text("to_name").notNull(),
	data: text().notNull(),
	state: text({ enum: ["queued", "sending", "sent", "failed", "bounced"] })
		.notNull()
		.default("queued"),
	round: integer().notNull().default(1),
	attempts: integer().notNull().default(0),
	dueAt: integer("due_at").notNull(),
	provider: text(),
	providerId: text("provider_id"),
	lastError: text("last_error"),
	createdAt: integer("created_at").notNull(),
	settledAt: integer("settled_at"),
	version: integer().notNull().default(1),
});
