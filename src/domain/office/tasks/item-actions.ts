import { recordAudit } from "#db/audit.ts";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import * as stored from "#db/office/task-items.ts";
import { type TaskReader, taskSelect } from "#db/office/tasks.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { NewItem } from "./form.ts";

/*
 * The checklist of a task (檢查清單). Its changes leave the version of the task as it is, so that nobody who ticks an item is in the
 * way of somebody else. The audit log names the item by its id, never by its text.
 */

type Item = stored.ItemRef;

/** Returns the audit row about an item of a task. */
const audit = (
	db: Db,
	item: { taskId: number; id: number | ReturnType<typeof madeBy> },
	entry: By & { action: string },
) =>
	recordAudit(db, {
		...entry,
		auditableType: "task",
		auditableId: item.taskId,
		description: `task ${item.taskId}`,
		changes: typeof item.id === "number" ? { item: item.id } : {},
	});

/**
 * Adds an item to a task, once per form `key`: at the end, or before the item `before` if that is still there. Refuses
 * `task.stale` (there is no such task) and `task.items_full` (the task has 50 items).
 */
export async function addItem(
	db: Db,
	taskId: number,
	{ input: { text, done, before }, by, key }: { input: NewItem; by: By; key: string },
): Promise<void> {
	const [[task], items] = await readRows(
		db.$client,
		taskSelect(taskId, { userId: 0, seesAll: true }),
		stored.taskItems(taskId),
	);
	if (!task) throw new Refusal("task.stale");
	const isBefore = before !== undefined && items.some(({ id }) => id === before);
	const id = madeBy(key);
	await commitOnce(db, { key, at: by.at }, [
		stored.insertItem(taskId, { text, isDone: done }, by.at),
		...(isBefore ? stored.placeItem({ taskId, id }, before) : []),
		...audit(db, { taskId, id }, { ...by, action: "task.item" }),
	]);
}

/** Changes the text of an item from `was`. Refuses `task.item_stale`: it is gone, or somebody else changed its text. */
export async function renameItem(
	db: Db,
	item: Item,
	{ text, was, by }: { text: string; was: string; by: By },
): Promise<void> {
	if (text === was) return;
	await change(db, item, { writes: stored.renameItem(item, { text, was }, by.at), by, action: "task.item_edit" });
}

/**
 * Ticks an item, or takes the tick back, and returns how many items are done, and how many there are. Refuses
 * `task.item_stale`: the item is gone, or `reader` no longer sees the task.
 */
export async function tickItem(
	db: Db,
	item: Item,
	{ isDone, reader, by }: { isDone: boolean; reader: TaskReader; by: By },
): Promise<{ done: number; all: number }> {
	const writes = stored.tickItem(item, isDone, { ...reader, at: by.at });
	await change(db, item, { writes, by, action: isDone ? "task.tick" : "task.untick" });
	const [items] = await readRows(db.$client, stored.taskItems(item.taskId));
	return { done: items.filter(({ is_done }) => is_done === 1).length, all: items.length };
}

/** Moves an item to another place of its checklist. Refuses `task.item_stale`: one of the two items is gone. */
export const placeItem = (db: Db, item: Item, { place, by }: { place: stored.ItemPlace; by: By }): Promise<void> =>
	change(db, item, { writes: stored.placeItem(item, place), by, action: "task.item_order" });

/**
 * Removes an item; returns what it was and before which item it stood, so that it can be brought back. Refuses
 * `task.item_stale` when it is gone.
 */
export async function removeItem(
	db: Db,
	item: Item,
	{ by }: { by: By },
): Promise<stored.TaskItemRow & { before: number | undefined }> {
	const [items] = await readRows(db.$client, stored.taskItems(item.taskId));
	const at = items.findIndex(({ id }) => id === item.id);
	const was = items[at];
	if (!was) throw new Refusal("task.item_stale");
	await change(db, item, { writes: stored.deleteItem(item), by, action: "task.item_removal" });
	return { ...was, before: items[at + 1]?.id };
}

const change = (
	db: Db,
	item: Item,
	{ writes, by, action }: { writes: Write[]; by: By; action: string },
): Promise<void> => commit(db, [...writes, ...audit(db, item, { ...by, action })]);
