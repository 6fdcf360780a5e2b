import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const announcementReads = sqliteTable(
	"announcement_reads",
	{
		announcementId: integer("announcement_id").notNull(),
		userId: integer("user_id").notNull(),
		at: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.announcementId, table.userId] })],
);

export const announcementMailings = sqliteTable("announcement_mailings", {
	id: integer().primaryKey(),
	announcementId: integer("announcement_id").notNull(),
	audience: text().notNull(),
	scope: text({ enum: ["all", "missing"] })
		.notNull()
		.default("all"),
	state: text({ enum: ["waiting", "sending", "done", "stopped"] })
		.notNull()
		.default("waiting"),
	cursor: integer().notNull().default(0),
	askedBy: integer("asked_by"),
	askedAt: integer("asked_at").notNull(),
	endedAt: integer("ended_at"),
	unreadOnly: integer("unread_only").notNull().default(0),
});

export const announcementReceivers = sqliteTable("announcement_receivers", {
	id: integer().primaryKey(),
	mailingId: integer("mailing_id").notNull(),
	userId: integer("user_id"),
	memberId: integer("member_id"),
	outcome: text({ enum: ["mailed", "no_address", "unsubscribed"] }).notNull(),
	mailId: text("mail_id"),
	at: integer().notNull(),
	bounced: integer().notNull().default(0),
});

export const mailUnsubscriptions = sqliteTable("mail_unsubscriptions", {
	id: integer().primaryKey(),
	kind: text({ enum: ["member_announcements", "staff_announcements"] }).notNull(),
	userId: integer("user_id"),
	memberId: integer("member_id"),
	at: integer().notNull(),
});
