import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const tasks = sqliteTable("tasks", {
	id: integer().primaryKey({ autoIncrement: true }),
	title: text().notNull(),
	body: text().notNull().default(""),
	status: text({ enum: ["todo", "doing", "done", "dropped"] })
		.notNull()
		.default("todo"),
	priority: integer().notNull().default(3),
	assigneeId: integer("assignee_id"),
	dueOn: text("due_on"),
	rank: real().notNull(),
	dueToldFor: text("due_told_for"),
	overdueToldFor: text("overdue_told_for"),
	createdBy: integer("created_by"),
	closedAt: integer("closed_at"),
	version: integer().notNull().default(1),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});

export const taskLinks = sqliteTable(
	"task_links",
	{
		taskId: integer("task_id").notNull(),
		recordType: text("record_type").notNull(),
		recordId: integer("record_id").notNull(),
		at: integer().notNull(),
	},
	(table) => [primaryKey({ columns: [table.taskId, table.recordType, table.recordId] })],
);

export const taskItems = sqliteTable("task_items", {
	id: integer().primaryKey({ autoIncrement: true }),
	taskId: integer("task_id").notNull(),
	text: text().notNull(),
	isDone: integer("is_done").notNull().default(0),
	position: integer().notNull(),
	createdAt: integer("created_at").notNull(),
	updatedAt: integer("updated_at").notNull(),
});
