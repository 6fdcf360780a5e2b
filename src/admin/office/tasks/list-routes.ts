import { takenAway } from "#admin/taking-away.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, type Route, view } from "#auth/route.ts";
import { boardColumn, countTasks, listedTasks, taskPage } from "#db/office/task-lists.ts";
import { staffWithTasks } from "#db/office/tasks.ts";
import { readRows } from "#db/read.ts";
import { isClosed, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { dayIn } from "#domain/office/tasks/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { FormState } from "#ui/form-state.ts";
import { readerOf } from "./asks.ts";
import { boardPage } from "./board-page.ts";
import { sheetOf } from "./export-columns.ts";
import { taskListPage } from "./list-page.ts";
import { BoardQuery, filterOf, TaskExportQuery, TaskQuery } from "./list-query.ts";

const { tasks } = paths.admin;
const gate = "tasks";
/** Most tasks of a column of the board: what is done is history. */
const COLUMN_MAX = { open: 100, closed: 20 };

const listTasks = view({
	path: tasks.list(),
	gate,
	query: TaskQuery,
	show: async ({ c, env, who, at, query }) => {
		const { sort, page } = query;
		const reader = readerOf(who);
		const [rows, [count], [counts], people] = await readRows(
			env.DB,
			...taskPage({ reader, filter: filterOf(query, { userId: who.userId, at }), sort, page }),
			countTasks(reader, dayIn(at, 0)),
			staffWithTasks(),
		);
		const shown = { rows, total: count?.total ?? 0, counts: counts ?? { mine: 0, overdue: 0 } };
		return taskListPage({ ...shown, people, page, query: c.req.query(), who, at });
	},
});

/** The board as it stands, with what a move of it was refused for. */
export async function board({ c, env, who, at }: Ask, query = BoardQuery.parse({}), refused?: FormState) {
	const reader = readerOf(who);
	const filter = filterOf(query, { userId: who.userId, at });
	const [[counts], people, ...rest] = await readRows(
		env.DB,
		countTasks(reader, dayIn(at, 0)),
		staffWithTasks(),
		...column("todo"),
		...column("doing"),
		...column("done"),
		...column("dropped"),
	);
	const [todo, [todoCount], doing, [doingCount], done, [doneCount], dropped, [droppedCount]] = rest;
	return boardPage({
		columns: [
			{ status: "todo", rows: todo, total: todoCount?.total ?? 0 },
			{ status: "doing", rows: doing, total: doingCount?.total ?? 0 },
			{ status: "done", rows: done, total: doneCount?.total ?? 0 },
			{ status: "dropped", rows: dropped, total: droppedCount?.total ?? 0 },
		],
		counts: counts ?? { mine: 0, overdue: 0 },
		people,
		query: refused ? {} : c.req.query(),
		who,
		at,
		refused,
	});
	function column(status: TaskStatus) {
		return boardColumn({ reader, filter }, status, isClosed(status) ? COLUMN_MAX.closed : COLUMN_MAX.open);
	}
}

const showBoard = view({ path: tasks.board(), gate, query: BoardQuery, show: (ask) => board(ask, ask.query) });

const files = takenAway({
	path: tasks.export,
	gate,
	query: TaskExportQuery,
	holds: "books",
	name: "任務",
	unit: "件",
	narrow: "請加上條件分次匯出",
	page: tasks.list(),
	noted: ["task.export", "task"],
	read: async ({ env, query, who, at }, most) => {
		const asked = { reader: readerOf(who), filter: filterOf(query, { userId: who.userId, at }), sort: query.sort };
		const [rows] = await readRows(env.DB, listedTasks(asked, most));
		const filter = allows("tasks_manage", who) ? {} : { own: "yes" };
		return { file: `任務-${dateInTaipei(at)}`, table: sheetOf(rows), filter };
	},
});

/** The lists of tasks. Before a task's own: "board" is no id. */
export const TASK_LIST_ROUTES: readonly Route[] = [listTasks, showBoard, ...files];
