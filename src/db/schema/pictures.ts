import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const pictures = sqliteTable("pictures", {
	attachmentId: text("attachment_id").primaryKey(),
	state: text({ enum: ["waiting", "done", "failed"] })
		.notNull()
		.default("waiting"),
	attempts: integer().notNull().default(0),
	dueAt: integer("due_at").notNull(),
	error: text(),
	blur: text(),
	settledAt: integer("settled_at"),
	lastError: text("last_error"),
});

export const pictureVariants = sqliteTable(
	"picture_variants",
	{
		attachmentId: text("attachment_id").notNull(),
		format: text({ enum: ["webp", "jpeg"] }).notNull(),
		width: integer().notNull(),
		height: integer().notNull(),
		size: integer().notNull(),
		sha256: text().notNull(),
		objectKey: text("object_key").notNull(),
		madeAt: integer("made_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.attachmentId, table.format, table.width] })],
);

export const pictureTexts = sqliteTable(
	"picture_texts",
	{
		resource: text({ enum: ["article", "page"] }).notNull(),
		resourceId: integer("resource_id").notNull(),
		notedAt: integer("noted_at").notNull(),
		isTold: integer("is_told").notNull().default(0),
	},
	(table) => [primaryKey({ columns: [table.resource, table.resourceId] })],
);
