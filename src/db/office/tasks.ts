import { noteCount } from "#db/people/notes.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { isStaff } from "#db/system/staff.ts";
import type { TaskStatus } from "#domain/office/tasks/labels.ts";
import type { Priority } from "#kernel/priority.ts";

/** Who looks: at every task, or at those that are theirs to do. */
export type TaskReader = { userId: number; seesAll: boolean };
/** What an action on a task starts from: `version` is the one that was seen. */
export type TaskRef = { id: number; version: number };

/** Which tasks `t` somebody sees, as a condition with these places for their id and whether they see all. */
export const SEEN = (userId: string, seesAll: string): string => `(${seesAll} OR t.assignee_id = ${userId})`;
export const readerParams = ({ userId, seesAll }: TaskReader): [number, number] => [userId, seesAll ? 1 : 0];

/** Why whoever is to do it cannot: null where they can, or where there is nobody. */
export type AssigneeGone = "disabled" | "not_staff" | null;
/** What is told of the assignee `a` of a task `t`. */
export const ASSIGNEE = `t.assignee_id, a.name AS assignee, CASE WHEN a.id IS NULL THEN NULL WHEN a.status <> 'active' THEN 'disabled'
	WHEN NOT ${isStaff("a.id")} THEN 'not_staff' END AS assignee_gone`;

/** A task as its page shows it. Times are UTC milliseconds, days those of Taipei. */
export type TaskRow = TaskRef & {
	title: string;
	body: string;
	status: TaskStatus;
	priority: Priority;
	assignee_id: number | null;
	assignee: string | null;
	assignee_gone: AssigneeGone;
	due_on: string | null;
	created_by: number | null;
	author: string | null;
	closed_at: number | null;
	created_at: number;
	updated_at: number;
	comments: number;
};

/** One task; no row where there is none, or it is not theirs to see. */
export const taskSelect = (id: number, reader: TaskReader): Select<TaskRow> =>
	selectOne(
		`SELECT t.id, t.version, t.title, t.body, t.status, t.priority, ${ASSIGNEE}, t.due_on, t.created_by, c.name AS author,
			t.closed_at, t.created_at, t.updated_at, ${noteCount("task", "t.id")} AS comments
		FROM tasks t LEFT JOIN users a ON a.id = t.assignee_id LEFT JOIN users c ON c.id = t.created_by
		WHERE t.id = ?1 AND ${SEEN("?2", "?3")}`,
		id,
		...readerParams(reader),
	);

/** Somebody to whom a task may be given, or is. */
export type Assignable = { id: number; name: string };
/** Users with a role that makes them staff: from the roles, for most users are members. */
const STAFF = `u.id IN (SELECT user_id FROM user_roles WHERE role_id IN (
	SELECT role_id FROM role_permissions WHERE permission <> 'member.own'))`;
/** The staff who may sign in, by name. */
export const assignableUsers = (): Select<Assignable> =>
	select(`SELECT u.id, u.name FROM users u WHERE u.status = 'active' AND ${STAFF} ORDER BY u.name, u.id`);
/** The staff by whom the list may be narrowed: whoever is disabled still has theirs, and stands last. */
export const staffWithTasks = (): Select<Assignable> =>
	select(
		`SELECT u.id, u.name || iif(u.status = 'disabled', '（已停用）', '') AS name FROM users u WHERE ${STAFF}
		ORDER BY u.status = 'disabled', u.name, u.id`,
	);

/** What was done to a task. `changes` is JSON; the names are those of whoever it was given to, and taken from. */
export type TaskEventRow = {
	id: number;
	at: number;
	action: string;
	by: string | null;
	changes: string;
	from_name: string | null;
	to_name: string | null;
};
export const EVENTS_SHOWN = 100;

/** The newest of the log about a task that changed what it says; the order of a column is no news. */
export const taskEvents = (id: number): Select<TaskEventRow> =>
	select(
		`SELECT l.id, l.at, l.action, u.name AS by, l.changes,
			(SELECT name FROM users WHERE id = l.changes ->> '$.assignee.from') AS from_name,
			(SELECT name FROM users WHERE id = l.changes ->> '$.assignee.to') AS to_name
		FROM audit_log l LEFT JOIN users u ON u.id = l.user_id
		WHERE l.auditable_type = 'task' AND l.auditable_id = ?1 AND l.action <> 'task.order'
		ORDER BY l.id DESC ${limitTo(EVENTS_SHOWN)}`,
		String(id),
	);
