import type { TimelineSql } from "#db/timeline.ts";
import type { TaskStatus } from "#domain/office/tasks/labels.ts";
import type { TaskReader } from "./tasks.ts";

/** A task as an entry: its closing when it is over, else its making. */
export type TaskEntry = { title: string; status: TaskStatus; assignee: string | null; author: string | null };
/** The tasks about a member that the reader sees. */
export const tasksInTimeline = ({ userId, seesAll }: TaskReader): TimelineSql => ({
	columns: "t.title, t.status, a.name AS assignee, c.name AS author",
	from: `FROM task_links l JOIN tasks t ON t.id = l.task_id LEFT JOIN users a ON a.id = t.assignee_id
		LEFT JOIN users c ON c.id = t.created_by WHERE l.record_type = 'member' AND l.record_id = ?1
		AND ${seesAll ? "true" : `t.assignee_id = ${Math.trunc(userId)}`}`,
	at: "coalesce(t.closed_at, t.created_at)",
	id: "t.id",
});
