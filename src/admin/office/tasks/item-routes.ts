import type { Route } from "#auth/route.ts";
import { ItemEdit, ItemMove, ItemRemoval, ItemTick, NewItem } from "#domain/office/tasks/form.ts";
import { addItem, placeItem, removeItem, renameItem, tickItem } from "#domain/office/tasks/item-actions.ts";
import { paths } from "#http/paths.ts";
import { undoBy } from "#kits/steps/undo.ts";
import { readerOf } from "./asks.ts";
import { task } from "./task-page.ts";

const { tasks } = paths.admin;
const gate = "tasks_manage";

const add = task.form("added", {
	path: tasks.items(":id"),
	gate,
	form: NewItem,
	run: async ({ db, by, params: { id } }, { input, key }) => {
		await addItem(db, id, { input, by, key });
		return { to: `${tasks.show(id)}?item=new` };
	},
});

const rename = task.form("renamed", {
	path: tasks.itemEdit(":id"),
	gate,
	form: ItemEdit,
	run: async ({ db, by, params: { id } }, { input: { item, text, was } }) => {
		await renameItem(db, { taskId: id, id: item }, { text, was, by });
		return { to: `${tasks.show(id)}#item-${item}`, flash: "已儲存檢查項目。" };
	},
});

/** Ticks an item. Who may see the task may do so: who manages tasks, and its assignee. */
const tick = task.form("sent", {
	path: tasks.itemTick(":id"),
	form: ItemTick,
	run: async ({ db, by, who, params: { id } }, { input: { item, done } }) => {
		const data = await tickItem(db, { taskId: id, id: item }, { isDone: done, reader: readerOf(who), by });
		return { to: `${tasks.show(id)}#item-${item}`, json: { data } };
	},
});

const place = task.form("sent", {
	path: tasks.itemPlace(":id"),
	gate,
	form: ItemMove,
	run: async ({ db, by, params: { id } }, { input: { item, place } }) => {
		await placeItem(db, { taskId: id, id: item }, { place, by });
		return { to: `${tasks.show(id)}?item=${item}#item-${item}` };
	},
});

const remove = task.form("sent", {
	path: tasks.itemRemoval(":id"),
	gate,
	form: ItemRemoval,
	isReversible: true,
	run: async ({ db, by, params: { id } }, { input: { item } }) => {
		const { text, is_done, before } = await removeItem(db, { taskId: id, id: item }, { by });
		const fields = {
			_key: crypto.randomUUID(),
			text,
			done: is_done === 1,
			...(before === undefined ? {} : { before }),
		};
		return {
			to: `${tasks.show(id)}#items`,
			flash: "已刪除一個檢查項目。",
			...undoBy(tasks.items(id), fields),
		};
	},
});

/** The routes of a task's checklist. */
export const ITEM_ROUTES: readonly Route[] = [add, rename, tick, place, remove];
