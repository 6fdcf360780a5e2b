import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { TaskReader } from "./tasks.ts";

/** An item of a task's checklist (檢查清單). */
export type TaskItemRow = { id: number; text: string; is_done: 0 | 1 };
/** The item that an action changes, and its task. */
export type ItemRef = { taskId: number; id: number };

/** Selects the items of a task in their order. */
export const taskItems = (taskId: number): Select<TaskItemRow> =>
	select("SELECT id, text, is_done FROM task_items WHERE task_id = ?1 ORDER BY position, id", taskId);

/** Inserts an item at the end of a checklist. A trigger refuses the 51st with `task.items_full`. */
export const insertItem = (taskId: number, { text, isDone }: { text: string; isDone: boolean }, at: number): Write =>
	sql`INSERT INTO task_items (task_id, text, is_done, position, created_at, updated_at) VALUES (${taskId}, ${text}, ${isDone ? 1 : 0},
		(SELECT coalesce(max(position), 0) + 1 FROM task_items WHERE task_id = ${taskId}), ${at}, ${at})`;

/** Changes an item's text from `was`. Refuses with `task.item_stale` when the item is gone or has another text by now. */
export const renameItem = (
	{ taskId, id }: ItemRef,
	{ text, was }: { text: string; was: string },
	at: number,
): Write[] => [
	sql`UPDATE task_items SET text = ${text}, updated_at = ${at} WHERE id = ${id} AND task_id = ${taskId} AND text = ${was}`,
	guard("task.item_stale"),
];

/**
 * Ticks an item, or takes the tick back, in a task that the user sees. Refuses with `task.item_stale` when the item is
 * gone, or the task is no longer the user's.
 */
export const tickItem = (
	{ taskId, id }: ItemRef,
	isDone: boolean,
	{ userId, seesAll, at }: TaskReader & { at: number },
): Write[] => [
	sql`UPDATE task_items SET is_done = ${isDone ? 1 : 0}, updated_at = ${at} WHERE id = ${id} AND task_id = ${taskId}
		AND EXISTS (SELECT 1 FROM tasks WHERE id = ${taskId} AND ${seesAll ? sql`1` : sql`assignee_id = ${userId}`})`,
	guard("task.item_stale"),
];

/** Removes an item. Refuses with `task.item_stale` when it is gone. */
export const deleteItem = ({ taskId, id }: ItemRef): Write[] => [
	sql`DELETE FROM task_items WHERE id = ${id} AND task_id = ${taskId}`,
	guard("task.item_stale"),
];

/** A place in a checklist: at the end, or directly before another item (its id). */
export type ItemPlace = "end" | number;

/**
 * Moves an item, whose id may be SQL, to a place in its checklist, which is numbered anew. Refuses with
 * `task.item_stale` when one of the two items is gone.
 */
export function placeItem({ taskId, id }: { taskId: number; id: number | SQL }, place: ItemPlace): Write[] {
	const isThere = (one: number | SQL): SQL =>
		sql`EXISTS (SELECT 1 FROM task_items WHERE id = ${one} AND task_id = ${taskId})`;
	const target = place === "end" ? sql`1e9` : sql`(SELECT position - 0.5 FROM task_items WHERE id = ${place})`;
	const isPlace = place === "end" ? sql`1` : isThere(place);
	return [
		refuseWhere("task.item_stale", sql`NOT (${isThere(id)} AND ${isPlace})`),
		sql`UPDATE task_items SET position = o.n FROM (
				SELECT id, row_number() OVER (ORDER BY iif(id = ${id}, ${target}, position), id) AS n FROM task_items WHERE task_id = ${taskId}) o
			WHERE o.id = task_items.id`,
	];
}
