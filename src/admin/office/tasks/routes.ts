import * as z from "zod";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { recordSelect } from "#db/office/task-records.ts";
import { assignableUsers, taskSelect } from "#db/office/tasks.ts";
import { readRows } from "#db/read.ts";
import { createTask, editTask, linkTask, placeTask, unlinkTask } from "#domain/office/tasks/actions.ts";
import { About, NewTask, TaskArrangement, TaskEdit, TaskLink, TaskMove } from "#domain/office/tasks/form.ts";
import { isClosed, type RecordRef, TASK_STATUS_LABELS } from "#domain/office/tasks/labels.ts";
import { takeBackTasks } from "#domain/office/tasks/undo-actions.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { Moment, takingBack, undoBy, undoNow } from "#kits/steps/undo.ts";
import { arrange, readerOf, recordViewerOf, tell } from "./asks.ts";
import { BOARD_ROUTES } from "./board-routes.ts";
import { TASK_CHANGE_ROUTES } from "./bulk-routes.ts";
import { editTaskPage, formOf, freshTask, newTaskPage } from "./form-page.ts";
import { ITEM_ROUTES } from "./item-routes.ts";
import { taskList } from "./list.ts";
import { task } from "./task-page.ts";

const { tasks } = paths.admin;
type AskOne = Ask<z.infer<typeof IdParams>, object>;

async function newPage(ask: Ask<object, object>, about: RecordRef | undefined, state = freshTask(about)) {
	const viewer = recordViewerOf(ask.who);
	const none: RecordRef = { type: "member", id: 0 };
	const [people, [record]] = await readRows(ask.env.DB, assignableUsers(), recordSelect(about ?? none, viewer));
	// A record that is removed, or that the user may not see, is answered as a missing address.
	if (about && !record) return "missing" as const;
	const shown = about && record ? { ...about, title: record.title } : undefined;
	return newTaskPage({ state, people, about: shown, key: crypto.randomUUID() });
}

const creation = pageWithForms({
	path: tasks.create(),
	gate: "tasks_manage",
	query: z.strictObject({ about: asked(About) }),
	page: async (ask, { sent }) => {
		if (!sent) return newPage(ask, ask.query.about);
		const page = await newPage(ask, About.safeParse(sent.values.about).data, sent);
		return page === "missing" ? newPage(ask, undefined, sent) : page;
	},
});

const storeTask = creation.form("sent", {
	form: NewTask,
	run: async (ask, { input: { about, next, ...input }, key }) => {
		const viewer = recordViewerOf(ask.who);
		const id = await createTask(ask.db, { input, about, viewer, by: ask.by, key });
		tell(ask);
		return { to: next === "list" ? tasks.list() : tasks.show(id), flash: `已新增任務「${input.title}」。` };
	},
});

/** Moves a task on the board: by dragging it, by a button on the board, or by a button on the task's own page. */
const place = task.form("moved", {
	path: tasks.place(":id"),
	form: TaskMove,
	isReversible: true,
	run: async ({ at, db, by, who, params: { id } }, { input: { version, place, from } }) => {
		const placed = await placeTask(db, { id, version }, { place, reader: readerOf(who), by });
		const left = isClosed(place.status) ? placed.items - placed.items_done : 0;
		const moved = placed.status === place.status ? "已換位置" : `已移到「${TASK_STATUS_LABELS[place.status]}」`;
		const flash = `「${placed.title}」${moved}${left > 0 ? `，還有 ${left} 個檢查項目沒有勾選` : ""}。`;
		const to = from === "board" ? `${tasks.board()}#task-${id}` : tasks.show(id);
		const undo = placed.status === place.status ? {} : undoNow(tasks.undo(), { at, to });
		return { to, flash, ...undo, json: { data: { version: version + 1 } } };
	},
});

/** Takes back what the user did to tasks at one moment: to one, or to many. */
const takeBack = taskList.standing({}).form("sent", {
	path: tasks.undo(),
	form: Moment,
	run: takingBack("件", async (ask: Ask<object, object>, { moment }) => {
		const taken = await takeBackTasks(ask.db, { moment, reader: readerOf(ask.who), by: ask.by });
		tell(ask);
		return taken;
	}),
});

async function editPage(ask: AskOne, { sent }: Refused) {
	const [[task], people] = await readRows(ask.env.DB, taskSelect(ask.params.id, readerOf(ask.who)), assignableUsers());
	return task ? editTaskPage(task, sent ?? formOf(task), people) : ("missing" as const);
}

const editing = pageWithForms({
	path: tasks.edit(":id"),
	gate: "tasks_manage",
	params: IdParams,
	page: editPage,
});

const updateTask = editing.form("sent", {
	form: TaskEdit,
	run: async (ask, { input: { version, base: _base, ...input } }) => {
		const { id } = ask.params;
		await editTask(ask.db, { id, version }, { input, by: ask.by });
		tell(ask);
		return { to: tasks.show(id), flash: `已儲存任務「${input.title}」。` };
	},
});

/** Changes a task in its row of the list, which is shown again as it was. */
const arrangeRow = taskList.standing().form("sent", {
	path: tasks.arrange(":id"),
	gate: "tasks_manage",
	params: IdParams,
	form: TaskArrangement,
	isReversible: true,
	run: (ask, { input }) => arrange(ask, input, { shown: tasks.list(), sentTo: tasks.arrange }),
});

const nameOf = ({ type, id }: RecordRef): string => `${type}:${id}`;

const storeLink = task.form("sent", {
	path: tasks.links(":id"),
	gate: "tasks_manage",
	form: TaskLink,
	isReversible: true,
	run: async ({ db, by, who, params: { id } }, { input: { about } }) => {
		await linkTask(db, id, { about, viewer: recordViewerOf(who), by });
		const undo = undoBy(tasks.linkRemoval(id), { about: nameOf(about) });
		return { to: `${tasks.show(id)}#links`, flash: "已連結。", ...undo };
	},
});

const removeLink = task.form("sent", {
	path: tasks.linkRemoval(":id"),
	gate: "tasks_manage",
	form: TaskLink,
	isReversible: true,
	run: async ({ db, by, params: { id } }, { input: { about } }) => {
		await unlinkTask(db, id, { about, by });
		const undo = undoBy(tasks.links(id), { about: nameOf(about) });
		return { to: `${tasks.show(id)}#links`, flash: "已移除連結。", ...undo };
	},
});

export const TASK_ROUTES: readonly Route[] = [
	...taskList.routes,
	...BOARD_ROUTES,
	...TASK_CHANGE_ROUTES,
	takeBack,
	creation.show,
	storeTask,
	task.show,
	place,
	editing.show,
	updateTask,
	arrangeRow,
	...ITEM_ROUTES,
	storeLink,
	removeLink,
];
