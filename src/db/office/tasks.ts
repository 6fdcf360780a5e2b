import { noteCount } from "#db/people/index.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { isStaff } from "#db/system/index.ts";
import type { TaskStatus } from "#domain/office/tasks/labels.ts";
import type { Priority } from "#kernel/priority.ts";

/** The reader of tasks: one who sees all tasks, or only those assigned to them. */
export type TaskReader = { userId: number; seesAll: boolean };
/** The task that an action changes: `version` is the version that the user saw. */
export type TaskRef = { id: number; version: number };

/**
 * Returns the condition of the tasks `t` that a user sees; the arguments are SQL for the user's id and whether they see
 * all.
 */
export const SEEN = (userId: string, seesAll: string): string => `(${seesAll} OR t.assignee_id = ${userId})`;
export const readerParams = ({ userId, seesAll }: TaskReader): [number, number] => [userId, seesAll ? 1 : 0];

/** Why the assignee of a task cannot do it: null when they can, or when there is no assignee. */
export type AssigneeGone = "disabled" | "not_staff" | null;
/** The columns of the assignee `a` of a task `t`. */
export const ASSIGNEE = `t.assignee_id, a.name AS assignee, CASE WHEN a.id IS NULL THEN NULL WHEN a.status <> 'active' THEN 'disabled'
	WHEN NOT ${isStaff("a.id")} THEN 'not_staff' END AS assignee_gone`;

/** The columns of a task `t` that count its items, and those of them that are done. */
export const ITEM_COUNTS = `(SELECT count(*) FROM task_items i WHERE i.task_id = t.id) AS items,
	(SELECT count(*) FROM task_items i WHERE i.task_id = t.id AND i.is_done) AS items_done`;

/** SQL for the items of a task `t` as a text, one in each line, with a ticked or an empty box. */
export const ITEM_LINES = `(SELECT group_concat(line, char(10)) FROM (
	SELECT iif(i.is_done, '☑ ', '☐ ') || i.text AS line FROM task_items i WHERE i.task_id = t.id ORDER BY i.position, i.id))`;

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
	/** Its place in its column of the board. */
	rank: number;
	closed_at: number | null;
	created_at: number;
	updated_at: number;
	comments: number;
	/** How many items its checklist has, and how many of them are done. */
	items: number;
	items_done: number;
};

const TASK = `SELECT t.id, t.version, t.title, t.body, t.status, t.priority, ${ASSIGNEE}, t.due_on, t.rank, t.created_by, c.name AS author,
		t.closed_at, t.created_at, t.updated_at, ${noteCount("task", "t.id")} AS comments, ${ITEM_COUNTS}
	FROM tasks t LEFT JOIN users a ON a.id = t.assignee_id LEFT JOIN users c ON c.id = t.created_by`;

/** Selects one task; no row when it does not exist or the user may not see it. */
export const taskSelect = (id: number, reader: TaskReader): Select<TaskRow> =>
	selectOne(`${TASK} WHERE t.id = ?1 AND ${SEEN("?2", "?3")}`, id, ...readerParams(reader));

/** Selects the tasks with these ids, in their order. */
export const tasksByIds = (ids: readonly number[]): Select<TaskRow> =>
	select(`${TASK} JOIN json_each(?1) j ON j.value = t.id ORDER BY j.key`, JSON.stringify(ids));

/** A user to whom a task may be assigned, or is. */
export type Assignable = { id: number; name: string };
/**
 * SQL: whether a user `u` has a role that makes them staff. It starts from the roles, because most users are members.
 */
const STAFF = `u.id IN (SELECT user_id FROM user_roles WHERE role_id IN (
	SELECT role_id FROM role_permissions WHERE permission <> 'member.own'))`;
/** Selects the staff who can sign in, by name. */
export const assignableUsers = (): Select<Assignable> =>
	select(`SELECT u.id, u.name FROM users u WHERE u.status = 'active' AND ${STAFF} ORDER BY u.name, u.id`);
/** Selects the staff as choices of the filter: disabled users still have tasks, and come last. */
export const staffWithTasks = (): Select<Assignable> =>
	select(
		`SELECT u.id, u.name || iif(u.status = 'disabled', '（已停用）', '') AS name FROM users u WHERE ${STAFF}
		ORDER BY u.status = 'disabled', u.name, u.id`,
	);

/** A change of a task. `changes` is JSON; the names are those of the new and the former assignee. */
export type TaskEventRow = {
	id: number;
	at: number;
	action: string;
	by: string | null;
	changes: string;
	from_name: string | null;
	to_name: string | null;
	/** The text of the item of the checklist that was changed, if it is still there. */
	item: string | null;
};
export const EVENTS_SHOWN = 100;

/**
 * Selects the newest audit rows about a task that changed its contents; moves within a column or a checklist and new items of it are
 * left out, because the page shows these themselves.
 */
export const taskEvents = (id: number): Select<TaskEventRow> =>
	select(
		`SELECT l.id, l.at, l.action, u.name AS by, l.changes,
			(SELECT name FROM users WHERE id = l.changes ->> '$.assignee.from') AS from_name,
			(SELECT name FROM users WHERE id = l.changes ->> '$.assignee.to') AS to_name,
			(SELECT text FROM task_items WHERE id = l.changes ->> '$.item') AS item
		FROM audit_log l LEFT JOIN users u ON u.id = l.user_id
		WHERE l.auditable_type = 'task' AND l.auditable_id = ?1 AND l.action NOT IN ('task.order', 'task.item', 'task.item_order')
		ORDER BY l.id DESC ${limitTo(EVENTS_SHOWN)}`,
		String(id),
	);
