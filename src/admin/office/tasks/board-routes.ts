import { type Ask, type Route, view } from "#auth/route.ts";
import { boardColumn, countTasks } from "#db/office/task-lists.ts";
import { staffWithTasks } from "#db/office/tasks.ts";
import { readRows } from "#db/read.ts";
import { isClosed, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { dayIn } from "#kernel/times.ts";
import { queryOf } from "#kits/list/conditions.ts";
import type { FormState } from "#ui/form-state.ts";
import { readerOf } from "./asks.ts";
import { BOARD_CONDITIONS, boardPage } from "./board-page.ts";
import { filterOf } from "./list.ts";

const { tasks } = paths.admin;
const gate = "tasks";
/** The most tasks that a column shows. The columns of finished tasks show fewer, because these are history. */
const COLUMN_MAX = { open: 100, closed: 20 };

const BoardQuery = queryOf(BOARD_CONDITIONS);

/** Reads and draws the board; `refused` is the refused form of a move. */
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

/** The route of 看板. It comes before the routes of one task, whose ":id" would match "board" too. */
export const BOARD_ROUTES: readonly Route[] = [showBoard];
