import type * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import { listedTasks } from "#db/office/task-lists.ts";
import { assignableUsers, tasksByIds } from "#db/office/tasks.ts";
import { readRows, type Select } from "#db/read.ts";
import { changeTasks } from "#domain/office/tasks/bulk-actions.ts";
import { MOST_CHANGED, TasksChange } from "#domain/office/tasks/form.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { CHOSEN, choosing } from "#kits/list/chosen.ts";
import { heldOr, undoNow } from "#kits/steps/undo.ts";
import { relay } from "#platform/queue.ts";
import { typed } from "#ui/against-stored.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { figure } from "#ui/money.ts";
import { readerOf } from "./asks.ts";
import { changePage, type ShownTask } from "./bulk-page.ts";
import { filterOf, taskList } from "./list.ts";
import { TASKS } from "./words.ts";

const { tasks } = paths.admin;
const gate = "tasks_manage";

const choose = choosing({
	path: tasks.changeChoice(),
	gate,
	list: taskList,
	leadsTo: () => tasks.change(),
	name: TASKS,
	title: "一起變更任務",
	area: TASKS,
});

const ChangeQuery = taskList.asking(CHOSEN);
type ChangeQuery = z.infer<typeof ChangeQuery>;

/** Selects the chosen tasks: those of the form that was sent, of the ticked rows, or all that fit the list. */
function chosenTasks({ who, at, query }: Ask<object, ChangeQuery>, sent: FormState | undefined): Select<ShownTask> {
	const { ids, sort, here: _, open: __, ...asked } = query;
	if (sent)
		return tasksByIds(
			typed(sent, "refs")
				.split(" ")
				.map((ref) => Number.parseInt(ref, 10) || 0),
		);
	if (ids) return tasksByIds(ids);
	const filter = filterOf(asked, { userId: who.userId, at });
	return listedTasks({ reader: readerOf(who), filter, sort }, MOST_CHANGED + 1);
}

const change = pageWithForms({
	path: tasks.change(),
	gate,
	query: ChangeQuery,
	page: async (ask, { sent }) => {
		const [rows, people] = await readRows(ask.env.DB, chosenTasks(ask, sent), assignableUsers());
		const here = sent ? typed(sent, "here") : ask.query.here;
		return changePage({ rows, people, here, at: ask.at }, sent ?? freshForm());
	},
});

/** Returns the form that takes the change back, and leads to the list as it was where its address is not too long. */
const undoAt = ({ at, changed, here }: { at: number; changed: number; here: string }) =>
	changed === 0 ? {} : undoNow(tasks.undo(), { at, to: heldOr(taskList.again(here), tasks.list()) });

const store = change.form("sent", {
	form: TasksChange,
	isReversible: true,
	run: async ({ c, env, db, by, at }, { input: { refs, here, change: given } }) => {
		const left = await changeTasks(db, { refs, change: given, by });
		c.executionCtx.waitUntil(relay(env, "mail.due"));
		const changed = refs.length - left.length;
		const [to, undo] = [taskList.again(here), undoAt({ at, changed, here })];
		if (left.length === 0) return { to, flash: `已變更 ${figure(changed)} 件任務。`, ...undo };
		const told = `已變更 ${figure(changed)} 件；下面 ${figure(left.length)} 件剛剛被別人改過，沒有變更，請看過再送一次。`;
		return {
			to: `${tasks.change()}?${new URLSearchParams({ ids: left.join("."), ...(here && { here }) })}`,
			flash: told,
			tone: "warn" as const,
			...undo,
		};
	},
});

/** The routes that change many tasks at once. They come before the routes of one task. */
export const TASK_CHANGE_ROUTES: readonly Route[] = [choose, change.show, store];
