import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const cronTasks = sqliteTable("cron_tasks", {
	name: text().primaryKey(),
	ranAt: integer("ran_at").notNull(),
	succeededAt: integer("succeeded_at"),
	failedAt: integer("failed_at"),
	error: text(),
});

export const healthReports = sqliteTable("health_reports", {
	id: integer().primaryKey(),
	at: integer().notNull(),
	findings: text().notNull().default("[]"),
});

export const keyUses = sqliteTable("key_uses", {
	id: integer().primaryKey(),
	name: text().notNull(),
	keyIds: text("key_ids").notNull(),
	at: integer().notNull(),
});

export const backupRuns = sqliteTable("backup_runs", {
	id: integer().primaryKey(),
	kind: text({ enum: ["backup", "restore"] }).notNull(),
	at: integer().notNull(),
	madeAt: integer("made_at").notNull(),
	manifest: text().notNull(),
	rowCount: integer("row_count").notNull(),
	objectCount: integer("object_count").notNull(),
	bytes: integer().notNull(),
});
