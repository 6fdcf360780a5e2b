import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const notifications = sqliteTable("notifications", {
	id: text().primaryKey().default(sql`('msg_' || lower(hex(randomblob(16))))`),
	kind: text().notNull(),
	userId: integer("user_id"),
	memberId: integer("member_id"),
	donorId: integer("donor_id"),
	data: text().notNull(),
	createdAt: integer("created_at").notNull(),
});
