import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const importSources = sqliteTable("import_sources", {
	resource: text({ enum: ["article", "page", "document", "announcement"] }).notNull(),
	source: text().notNull(),
	resourceId: integer("resource_id").notNull(),
	hash: text().notNull(),
	version: integer().notNull(),
	importedAt: integer("imported_at").notNull(),
});
