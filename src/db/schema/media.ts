import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const media = sqliteTable("media", {
	attachmentId: text("attachment_id").primaryKey(),
	alt: text().notNull().default(""),
	uploadedBy: integer("uploaded_by"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
	focalX: integer("focal_x"),
	focalY: integer("focal_y"),
});
