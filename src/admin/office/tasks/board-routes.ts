import { wantsJson } from "#auth/answer.ts";
import { type Ask, IdParams, type Route } from "#auth/route.ts";
import { boardCard, boardColumn, countTasks } from "#db/office/task-lists.ts";
import { staffWithTasks } from "#db/office/tasks.ts";
import { readRows } from "#db/read.ts";
import { TaskArrangement } from "#domain/office/tasks/form.ts";
import { isClosed, TASK_STATUSES, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { dayIn } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { queryOf, RecordId, tab } from "#kits/list/conditions.ts";
import { arrange, readerOf } from "./asks.ts";
import { BOARD_CONDITIONS, boardPage, cardOf, columnOf } from "./board-page.ts";
import { filterOf } from "./list.ts";

const { tasks } = paths.admin;
/** The most tasks that a column shows. The columns of finished tasks show fewer, because these are history. */
const COLUMN_MAX = { open: 100, closed: 20 };

const BoardQuery = queryOf({
	...BOARD_CONDITIONS,
	/** The task whose card has its fields open. */
	open: tab(RecordId.optional()),
});

/** Reads the board; `query` has its conditions. */
async function readBoard(
	{ env, who, at }: Ask,
	asked: ReturnType<typeof BoardQuery.parse>,
	query: Record<string, string>,
) {
	const reader = readerOf(who);
	const filter = filterOf(asked, { userId: who.userId, at });
	const column = (status: TaskStatus) =>
		boardColumn({ reader, filter }, status, isClosed(status) ? COLUMN_MAX.closed : COLUMN_MAX.open);
	const today = dayIn(at, 0);
	const [[counts], people, ...rest] = await readRows(
		env.DB,
		countTasks(reader, today),
		staffWithTasks(),
		...column("todo"),
		...column("doing"),
		...column("done"),
		...column("dropped"),
	);
	const [todo, [todoCount], doing, [doingCount], done, [doneCount], dropped, [droppedCount]] = rest;
	const read = {
		todo: { rows: todo, total: todoCount?.total ?? 0 },
		doing: { rows: doing, total: doingCount?.total ?? 0 },
		done: { rows: done, total: doneCount?.total ?? 0 },
		dropped: { rows: dropped, total: droppedCount?.total ?? 0 },
	};
	return {
		columns: TASK_STATUSES.map((status) => columnOf({ status, ...read[status] }, { query, today })),
		counts: counts ?? { mine: 0, overdue: 0 },
		people,
	};
}

/** Reads and draws the board without conditions, for a move that was refused. */
export async function boardAgain(ask: Ask, moved: Refused["sent"]) {
	return boardPage({
		...(await readBoard(ask, BoardQuery.parse({}), {})),
		query: {},
		open: undefined,
		who: ask.who,
		moved,
	});
}

/** The board. A script gets its columns, as they are stored. */
const board = pageWithForms({
	path: tasks.board(),
	gate: "tasks",
	query: BoardQuery,
	page: async (ask, { sent }) => {
		const { open: _, ...query } = ask.c.req.query();
		const read = await readBoard(ask, ask.query, query);
		if (!sent && wantsJson(ask.c)) return { data: { data: read.columns } };
		return boardPage({ ...read, query, open: ask.query.open, who: ask.who, arranged: sent });
	},
});

/** Changes a task in its card on the board, which is shown again as it was. */
const arrangeCard = board.form("sent", {
	path: tasks.arrangeCard(":id"),
	gate: "tasks_manage",
	params: IdParams,
	form: TaskArrangement,
	isReversible: true,
	run: async (ask, { input }) => {
		const done = await arrange(ask, input, { shown: tasks.board(), sentTo: tasks.arrangeCard });
		const [[row]] = await readRows(ask.env.DB, boardCard(ask.params.id, readerOf(ask.who)));
		return { ...done, json: { data: row && cardOf(row, dayIn(ask.at, 0)) } };
	},
});

/** The routes of 看板. They come before the routes of one task, whose ":id" would match "board" too. */
export const BOARD_ROUTES: readonly Route[] = [board.show, arrangeCard];
