import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { TaskCounts, TaskListRow } from "#db/office/task-lists.ts";
import type { Assignable } from "#db/office/tasks.ts";
import { isClosed, TASK_STATUS_LABELS, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { writing } from "#kernel/written.ts";
import { fieldsOf, searchOf, words } from "#kits/list/conditions.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { filters } from "#ui/filters.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { island } from "#ui/islands/island.ts";
import type { IslandProps } from "#ui/islands/registry.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { hrefWith } from "#ui/url-state.ts";
import { assigneeOptions, newTaskButton, SHARED_CONDITIONS, taskTabs } from "./list.ts";
import { countsOf, dueIn, goneWords, TASK_CRUMBS, TASKS } from "./words.ts";

const { tasks } = paths.admin;

/** The filter conditions of the board. It has no condition for the state: every state is a column. */
export const BOARD_CONDITIONS = { q: words("標題、內容或 #編號"), ...SHARED_CONDITIONS };

type Props = IslandProps<"task-board">;
type Column = Props["columns"][number];
/** A column as it was read: its first tasks, and how many it has. */
export type ColumnRead = { status: TaskStatus; rows: TaskListRow[]; total: number };
export type Board = {
	columns: Column[];
	counts: TaskCounts;
	people: Assignable[];
	/** The conditions of the address. */
	query: Record<string, string>;
	/** The task whose card has its fields open. */
	open: number | undefined;
	who: Visitor;
	/** The values and errors of a refused move, and of the refused fields of the open card. */
	moved?: FormState | undefined;
	arranged?: FormState | undefined;
};

/** Returns what the card of a task shows. */
export const cardOf = (row: TaskListRow, today: string): Column["cards"][number] => ({
	...{ id: row.id, version: row.version, title: row.title, priority: row.priority },
	...{ assignee: row.assignee_id, who: row.assignee, gone: goneWords(row.assignee_gone) },
	...{ due: dueIn(row, today), counts: countsOf(row), left: row.items - row.items_done },
});

/** Returns what a column of the board shows, in the order that the users arranged. */
export const columnOf = (
	{ status, rows, total }: ColumnRead,
	{ query, today }: { query: Record<string, string>; today: string },
): Column => ({
	...{ status, label: TASK_STATUS_LABELS[status], isEnd: isClosed(status), total },
	cards: rows.map((row) => cardOf(row, today)),
	more:
		total > rows.length
			? {
					href: hrefWith({ path: tasks.list(), query: { ...query, status } }, {}),
					words: `還有 ${figure(total - rows.length)} 件`,
				}
			: null,
});

/** Draws the page 看板: a column for each state. */
export function boardPage(of: Board): Page {
	const { columns, counts, people, query, who, moved, arranged } = of;
	const isBare = columns.every(({ total }) => total === 0) && Object.keys(query).length === 0;
	const problem = moved?.problem ? `${moved.problem}下面是目前的看板，請再移動一次。` : arranged?.problem;
	return {
		title: TASKS,
		name: "看板",
		crumbs: TASK_CRUMBS.slice(0, -1),
		area: "會務",
		list: true,
		actions: allows("tasks_manage", who) ? [newTaskButton] : [],
		tabs: taskTabs(counts, { who, here: "board" }),
		sheets: ["tasks"],
		body: html`<div class="stack">
			${problem && errorSummary({ ...freshForm(), problem })}
			${
				!isBare &&
				html`<div class="card">
					${filters({
						here: { path: tasks.board(), query },
						search: searchOf(BOARD_CONDITIONS),
						fields: fieldsOf(BOARD_CONDITIONS, { assignee: assigneeOptions({ people, who }) }),
					})}
				</div>`
			}
			<p class="soft small scripted" id="board-help">用滑鼠拖曳卡片，用手指按住 ${icon("grip")} 拖曳，或按 Alt 加方向鍵移動；Esc 取消拖曳。</p>
			${island("task-board", propsOf(of), "touched")}
		</div>`,
	};
}

function propsOf({ columns, people, query, open, who, arranged }: Board): Props {
	const board = hrefWith({ path: tasks.board(), query }, {});
	const mayArrange = allows("tasks_manage", who);
	const card = columns.flatMap(({ cards }) => cards).find(({ id }) => id === open);
	return {
		columns,
		links: {
			...{ show: tasks.show(":id"), place: tasks.place(":id") },
			...{ arrange: hrefWith({ path: tasks.arrangeCard(":id"), query }, {}), board, card: `${board}#task-:id` },
			open: `${board}${board.includes("?") ? "&" : "?"}open=:id#task-:id`,
		},
		calendar: writing().calendar,
		people: mayArrange ? choicesOf(people, columns) : null,
		open: mayArrange && card ? { id: card.id, ...fieldsIn(card, arranged) } : null,
	};
}

/** Returns the staff, and the present assignees who are staff no more, as choices of the cards. */
function choicesOf(people: readonly Assignable[], columns: readonly Column[]): NonNullable<Props["people"]> {
	const choices = new Map(people.map(({ id, name }) => [id, name]));
	for (const { assignee, who } of columns.flatMap(({ cards }) => cards))
		if (assignee !== null && !choices.has(assignee)) choices.set(assignee, who ?? "");
	return [...choices];
}

/** Returns what the open fields of a card hold: what is stored, or what was sent and refused. */
function fieldsIn(card: Column["cards"][number], arranged: FormState | undefined) {
	const { assignee, due, priority } = card;
	const values = { assignee: String(assignee ?? ""), due_on: due?.typed ?? "", priority: String(priority) };
	if (!arranged) return { values, errors: [] };
	const sent = Object.entries(arranged.values).filter(([name]) => name in values);
	return {
		values: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
		errors: Object.values(arranged.errors).flat(),
	};
}
