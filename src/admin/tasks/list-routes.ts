import type { FormState } from "#admin/ui/form.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { boardColumn, countTasks, listedTasks, taskPage } from "#db/task-lists.ts";
import { staffWithTasks } from "#db/tasks.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { noteTaskExport } from "#domain/tasks/actions.ts";
import { isClosed, type TaskStatus } from "#domain/tasks/labels.ts";
import { dayIn } from "#domain/tasks/rules.ts";
import { paths } from "#http/paths.ts";
import { type SheetFormat, sheetFile } from "#http/sheet-file.ts";
import { readerOf } from "./asks.ts";
import { boardPage } from "./board-page.ts";
import { sheetOf } from "./export-columns.ts";
import { taskListPage } from "./list-page.ts";
import { BoardQuery, filterNoted, filterOf, TaskExportQuery, TaskQuery } from "./list-query.ts";

const { tasks } = paths.admin;
const gate = "tasks";
/** Most tasks of one file, and of a column of the board: what is done is history. */
const EXPORT_MAX = 10_000;
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

/** The tasks of the list as a file, with a row in the audit log before it leaves. */
const download = (format: SheetFormat): Route =>
	view({
		path: tasks.export(format),
		gate,
		query: TaskExportQuery,
		show: async (ask) => {
			const { c, env, who, at, query } = ask;
			const asked = { reader: readerOf(who), filter: filterOf(query, { userId: who.userId, at }), sort: query.sort };
			const [rows] = await readRows(env.DB, listedTasks(asked, EXPORT_MAX + 1));
			const back = (flash: string) => {
				const search = new URLSearchParams(c.req.query()).toString();
				return { to: search === "" ? tasks.list() : `${tasks.list()}?${search}`, flash, tone: "warn" as const };
			};
			if (rows.length === 0) return back("沒有可以匯出的任務。");
			if (rows.length > EXPORT_MAX) return back("一次最多匯出 10,000 件，請加上條件分次匯出。");
			const file = await sheetFile(`任務-${dateInTaipei(at)}`, sheetOf(rows), format);
			const taken = { format, tasks: rows.length, filter: filterNoted(query), own: !allows("tasks_manage", who) };
			await noteTaskExport(ask.db, ask.by, taken);
			return file;
		},
	});

/** The lists of tasks. Before a task's own: "board" is no id. */
export const TASK_LIST_ROUTES: readonly Route[] = [listTasks, showBoard, download("xlsx"), download("csv")];
