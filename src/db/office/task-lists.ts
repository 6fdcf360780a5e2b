import { orders, placeOf } from "#db/orders.ts";
import { noteCount } from "#db/people/index.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { TASK_STATUSES, type TaskStatus } from "#domain/office/tasks/labels.ts";
import type { Priority } from "#kernel/priority.ts";
import { ASSIGNEE, ITEM_COUNTS, ITEM_LINES, readerParams, SEEN, type TaskReader, type TaskRow } from "./tasks.ts";

/** The number of tasks on one page of the list. */
export const TASKS_PER_PAGE = 50;

/**
 * The filter of the list; each of `words` has to be found. `open` means to do or in progress. `due`: overdue, today,
 * within a week from today, or without a due day. Days are those of Taipei.
 */
export type TaskFilter = {
	words?: readonly string[] | undefined;
	status?: TaskStatus | "open" | undefined;
	assignee?: number | "none" | undefined;
	priority?: Priority | undefined;
	due?: "overdue" | "today" | "week" | "none" | undefined;
	today: string;
	/** The seventh day from today (YYYY-MM-DD). */
	week: string;
};

/** A task in a list and on the board. */
export type TaskListRow = Omit<TaskRow, "body" | "created_by"> & { links: number };

const MOST_WORDS = 5;
/** Splits what a user typed to find tasks into words of the title or the body, or #12 (a task's number). */
export const taskWords = (typed: string): string[] => {
	const plain = typed.toWellFormed().normalize("NFKC").toLowerCase().replaceAll("臺", "台").trim();
	return [...new Set(plain.split(/\s+/))].filter((word) => word !== "").slice(0, MOST_WORDS);
};

type Bound = (value: string | number) => string;
const folded = (column: string): string => `replace(lower(${column}), '臺', '台')`;
function foundBy(word: string, bound: Bound): string {
	const text = bound(word);
	const number = /^#?(\d{1,15})$/.exec(word)?.[1];
	return [
		`instr(${folded("t.title")}, ${text}) > 0`,
		`instr(${folded("t.body")}, ${text}) > 0`,
		...(number ? [`t.id = ${bound(Number(number))}`] : []),
	].join(" OR ");
}

const OPEN = "t.status IN ('todo', 'doing')";

type From = { from: string; params: (string | number)[] };
function tasksFrom(reader: TaskReader, { words = [], status, assignee, priority, due, today, week }: TaskFilter): From {
	const params: (string | number)[] = [];
	const bound: Bound = (value) => `?${params.push(value)}`;
	const all = [
		// The condition is only written when it restricts: one that holds for all rows keeps an index from being used.
		...(reader.seesAll ? [] : [`t.assignee_id = ${bound(reader.userId)}`]),
		...words.map((word) => `(${foundBy(word, bound)})`),
		status === "open" && OPEN,
		status && status !== "open" && `t.status = ${bound(status)}`,
		assignee === "none" && "t.assignee_id IS NULL",
		assignee && assignee !== "none" && `t.assignee_id = ${bound(assignee)}`,
		priority && `t.priority = ${bound(priority)}`,
		due === "none" && "t.due_on IS NULL",
		due === "overdue" && `(t.due_on IS NULL) = 0 AND t.due_on < ${bound(today)} AND ${OPEN}`,
		due === "today" && `t.due_on = ${bound(today)}`,
		due === "week" && `t.due_on BETWEEN ${bound(today)} AND ${bound(week)}`,
	].flatMap((one) => one || []);
	return { from: `FROM tasks t ${all.length > 0 ? `WHERE ${all.join(" AND ")}` : ""}`, params };
}

/** The orders of the list; `due` is the order of the index `tasks_due`. */
const ORDER = orders(
	{
		title: "t.title",
		assignee: "(SELECT u.name FROM users u WHERE u.id = t.assignee_id)",
		due: ["t.due_on IS NULL", "t.due_on", "t.priority"],
		priority: ["t.priority", "t.due_on IS NULL", "t.due_on"],
		updated: "t.updated_at",
		state: placeOf("t.status", TASK_STATUSES),
	},
	"t.id",
);
export const TASK_SORTS = ORDER.sorts;
export type TaskSort = (typeof TASK_SORTS)[number];

const COLUMNS = `t.id, t.version, t.title, t.status, t.priority, ${ASSIGNEE}, t.due_on, c.name AS author, t.closed_at, t.created_at,
	t.updated_at, ${noteCount("task", "t.id")} AS comments, (SELECT count(*) FROM task_links l WHERE l.task_id = t.id) AS links, ${ITEM_COUNTS}`;
const PEOPLE = "LEFT JOIN users a ON a.id = t.assignee_id LEFT JOIN users c ON c.id = t.created_by";

export type TaskAsk = { reader: TaskReader; filter: TaskFilter; sort?: TaskSort | undefined };

/**
 * Returns the FROM clause, with an index hint for the list of all users' open tasks by due day: SQLite would pass the
 * index over and sort instead.
 */
const hinted = (from: string, { reader, filter, sort = "due" }: TaskAsk): string =>
	sort === "due" && filter.status === "open" && reader.seesAll && typeof filter.assignee !== "number"
		? from.replace("FROM tasks t", "FROM tasks t INDEXED BY tasks_due")
		: from;

/** Selects one page of the list, and counts the tasks that fit. */
export function taskPage({
	reader,
	filter,
	sort = "due",
	page = 1,
}: TaskAsk & { page?: number }): [Select<TaskListRow>, Select<{ total: number }>] {
	const { from, params } = tasksFrom(reader, filter);
	const order = ORDER.by(sort);
	return [
		select(
			`WITH page (id) AS MATERIALIZED (SELECT t.id ${hinted(from, { reader, filter, sort })} ${order} ${limitTo(TASKS_PER_PAGE, (page - 1) * TASKS_PER_PAGE)})
			SELECT ${COLUMNS} FROM page CROSS JOIN tasks t ON t.id = page.id ${PEOPLE} ${order}`,
			...params,
		),
		selectOne(`SELECT count(*) AS total ${from}`, ...params),
	];
}

/** A task as a row of the export. */
export type TaskExportRow = TaskListRow & { body: string; lines: string | null };
/** Selects the whole list, at most `most` rows: ask for one more row than needed to know whether there are more. */
export function listedTasks({ reader, filter, sort = "due" }: TaskAsk, most: number): Select<TaskExportRow> {
	const { from, params } = tasksFrom(reader, filter);
	const order = ORDER.by(sort);
	return select(
		`WITH page (id) AS MATERIALIZED (SELECT t.id ${from} ${order} ${limitTo(most)})
		SELECT ${COLUMNS}, t.body, ${ITEM_LINES} AS lines FROM page CROSS JOIN tasks t ON t.id = page.id ${PEOPLE} ${order}`,
		...params,
	);
}

/** The number of a user's open tasks, and of all overdue tasks that the user sees. */
export type TaskCounts = { mine: number; overdue: number };
export const countTasks = (reader: TaskReader, today: string): Select<TaskCounts> =>
	selectOne(
		`SELECT (SELECT count(*) FROM tasks t WHERE t.assignee_id = ?1 AND ${OPEN}) AS mine,
			(SELECT count(*) FROM tasks t WHERE (t.due_on IS NULL) = 0 AND t.due_on < ?2 AND ${OPEN} ${reader.seesAll ? "" : "AND t.assignee_id = ?1"}) AS overdue`,
		reader.userId,
		today,
	);

/** Selects a column of the board from its top, at most `most` tasks; and counts it. */
export const boardColumn = (
	{ reader, filter }: Omit<TaskAsk, "sort">,
	status: TaskStatus,
	most: number,
): [Select<TaskListRow>, Select<{ total: number }>] => {
	const { from, params } = tasksFrom(reader, { ...filter, status });
	return [
		select(
			`WITH page (id) AS MATERIALIZED (SELECT t.id ${from} ORDER BY t.rank, t.id ${limitTo(most)})
			SELECT ${COLUMNS} FROM page CROSS JOIN tasks t ON t.id = page.id ${PEOPLE} ORDER BY t.rank, t.id`,
			...params,
		),
		selectOne(`SELECT count(*) AS total ${from}`, ...params),
	];
};

/** Selects a task as its card on the board has it; no row when the user may not see it. */
export const boardCard = (id: number, reader: TaskReader): Select<TaskListRow> =>
	selectOne(
		`SELECT ${COLUMNS} FROM tasks t ${PEOPLE} WHERE t.id = ?1 AND ${SEEN("?2", "?3")}`,
		id,
		...readerParams(reader),
	);

/** An open task of a user, the oldest first, with the number of all of them. `since` is UTC milliseconds. */
export type OwnTaskRow = Pick<TaskRow, "id" | "title" | "status" | "due_on"> & { since: number; waiting: number };
export const ownTasks = (userId: number, most: number): Select<OwnTaskRow> =>
	select(
		`SELECT t.id, t.title, t.status, t.due_on, t.created_at AS since, count(*) OVER () AS waiting
		FROM tasks t WHERE t.assignee_id = ?1 AND ${OPEN} ORDER BY t.created_at, t.id ${limitTo(most)}`,
		userId,
	);

/**
 * Selects the id of a task; no row when the user may not see it. A page reads it beside other queries about the task.
 */
export const ownTask = (id: number, reader: TaskReader): Select<{ id: number }> =>
	selectOne(`SELECT t.id FROM tasks t WHERE t.id = ?1 AND ${SEEN("?2", "?3")}`, id, ...readerParams(reader));
