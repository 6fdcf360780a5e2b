import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import type { Place, TaskInput } from "#domain/office/tasks/form.ts";
import { isClosed, type RecordRef, type TaskStatus } from "#domain/office/tasks/labels.ts";
import type { TaskReader, TaskRef } from "./tasks.ts";

/** Returns SQL for the rank above everything in a column. */
const topOf = (status: TaskStatus): SQL =>
	sql`(SELECT coalesce(min(o.rank), 0) - 1 FROM tasks o WHERE o.status = ${status})`;

/** Inserts a task at the top of its column. */
export const insertTask = (
	{ title, body, status, priority, assignee, due_on }: TaskInput,
	{ userId, at }: { userId: number | null; at: number },
): Write =>
	sql`INSERT INTO tasks (title, body, status, priority, assignee_id, due_on, rank, created_by, closed_at, created_at, updated_at)
		VALUES (${title}, ${body}, ${status}, ${priority}, ${assignee}, ${due_on}, ${topOf(status)}, ${userId},
			${isClosed(status) ? at : null}, ${at}, ${at})`;

/**
 * Returns SQL for `closed_at` of a task that gets this state: its present value or else `at`; NULL for an open state.
 */
const closedAt = (status: TaskStatus, at: number): SQL =>
	isClosed(status) ? sql`coalesce(closed_at, ${at})` : sql`NULL`;

/**
 * Changes a task; when its state changes, it goes to the top of its new column. Refuses with `task.stale` when another
 * user changed it meanwhile.
 */
export const updateTask = (
	{ id, version }: TaskRef,
	{ title, body, status, priority, assignee, due_on }: TaskInput,
	at: number,
): Write[] => [
	sql`UPDATE tasks SET title = ${title}, body = ${body}, priority = ${priority}, assignee_id = ${assignee}, due_on = ${due_on},
			rank = CASE WHEN status = ${status} THEN rank ELSE ${topOf(status)} END, status = ${status},
			closed_at = ${closedAt(status, at)}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version}`,
	guard("task.stale"),
];

/** The smallest gap between two ranks: half-gaps get too small for a REAL after some forty moves to the same place. */
const SMALLEST_GAP = 1e-9;
/** Returns SQL for the next rank above the task `before` in a column, without the task that moves. */
const above = ({ status, before, id }: { status: TaskStatus; before: number; id: number }): SQL =>
	sql`(SELECT max(p.rank) FROM tasks p WHERE p.status = ${status} AND p.id <> ${id}
		AND p.rank < (SELECT b.rank FROM tasks b WHERE b.id = ${before}))`;

function rankAt({ status, at }: Place, id: number): SQL {
	if (at === "top") return topOf(status);
	if (at === "end") return sql`(SELECT coalesce(max(o.rank), 0) + 1 FROM tasks o WHERE o.status = ${status})`;
	const next = above({ status, before: at, id });
	return sql`(SELECT (coalesce(${next}, b.rank - 2) + b.rank) / 2 FROM tasks b WHERE b.id = ${at})`;
}

/** Numbers a column anew when the gap before a task is used up. */
const widen = (status: TaskStatus, before: number, id: number): Write =>
	sql`UPDATE tasks SET rank = o.n FROM (SELECT id, row_number() OVER (ORDER BY rank, id) AS n FROM tasks WHERE status = ${status}) o
		WHERE o.id = tasks.id AND (SELECT b.rank FROM tasks b WHERE b.id = ${before}) - ${above({ status, before, id })} < ${SMALLEST_GAP}`;

/**
 * Moves a task that the user may see to a place on the board. Refuses with `task.stale` when it changed meanwhile, or
 * when the user sees no task `before` in that column.
 */
export function moveTask(
	{ id, version }: TaskRef,
	place: Place,
	{ userId, seesAll, at }: TaskReader & { at: number },
): Write[] {
	const { status, at: where } = place;
	const isBefore = typeof where === "number";
	const seen = seesAll ? sql`1` : sql`assignee_id = ${userId}`;
	return [
		...(isBefore
			? [
					refuseWhere(
						"task.stale",
						sql`NOT EXISTS (SELECT 1 FROM tasks WHERE id = ${where} AND id <> ${id} AND status = ${status} AND ${seen})`,
					),
					widen(status, where, id),
				]
			: []),
		sql`UPDATE tasks SET rank = ${rankAt(place, id)}, closed_at = ${closedAt(status, at)}, version = version + 1,
				updated_at = iif(status = ${status}, updated_at, ${at}), status = ${status}
			WHERE id = ${id} AND version = ${version} AND ${seen}`,
		guard("task.stale"),
	];
}

/** Puts a task back to where it stood in its column, closed when it was; in one batch with the change of its state. */
export const standWhere = (id: number, { rank, closed_at }: { rank: number; closed_at: number | null }): Write =>
	sql`UPDATE tasks SET rank = ${rank}, closed_at = ${closed_at} WHERE id = ${id}`;

/** Links a task with a record that it is about. */
export const insertLink = (taskId: number | SQL, { type, id }: RecordRef, at: number): Write =>
	sql`INSERT INTO task_links (task_id, record_type, record_id, at) VALUES (${taskId}, ${type}, ${id}, ${at})`;

/** Removes the link between a task and a record. Refuses with `task.link_gone` when there is none. */
export const deleteLink = (taskId: number, { type, id }: RecordRef): Write[] => [
	sql`DELETE FROM task_links WHERE task_id = ${taskId} AND record_type = ${type} AND record_id = ${id}`,
	guard("task.link_gone"),
];
