import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { TaskCounts, TaskListRow } from "#db/office/task-lists.ts";
import type { Assignable } from "#db/office/tasks.ts";
import { TASK_STATUS_LABELS, TASK_STATUSES, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { dayIn } from "#kernel/times.ts";
import { fieldsOf, searchOf, words } from "#kits/list/conditions.ts";
import { avatar } from "#ui/avatar.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { filters } from "#ui/filters.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { part } from "#ui/islands/part.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { hrefWith } from "#ui/url-state.ts";
import { assigneeOptions, newTaskButton, SHARED_CONDITIONS, taskTabs } from "./list.ts";
import { assigneeOf, countsOf, dueOf, TASK_CRUMBS, TASKS, taskPriority } from "./words.ts";

const { tasks } = paths.admin;

/** The filter conditions of the board. It has no condition for the state: every state is a column. */
export const BOARD_CONDITIONS = { q: words("標題、內容或 #編號"), ...SHARED_CONDITIONS };

export type BoardColumn = { status: TaskStatus; rows: TaskListRow[]; total: number };
export type Board = {
	columns: BoardColumn[];
	counts: TaskCounts;
	people: Assignable[];
	query: Record<string, string>;
	who: Visitor;
	at: number;
	/** The values and errors of a move that was refused. */
	refused?: FormState | undefined;
};

/** Draws the page 看板: four columns, each in the order that the users arranged. */
export function boardPage(board: Board): Page {
	const { columns, counts, people, query, who, at, refused } = board;
	const isBare = columns.every(({ total }) => total === 0) && Object.keys(query).length === 0;
	return {
		title: TASKS,
		name: "看板",
		crumbs: TASK_CRUMBS.slice(0, -1),
		area: "會務",
		actions: allows("tasks_manage", who) ? [newTaskButton] : [],
		tabs: taskTabs(counts, { who, here: "board" }),
		sheets: ["tasks"],
		body: html`<div class="stack">
			${refused?.problem && errorSummary({ ...freshForm(), problem: `${refused.problem}下面是目前的看板，請再移動一次。` })}
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
			${part(
				{ name: "task-board", props: { place: tasks.place(":id") } },
				html`<div>
					<p class="soft small scripted" id="board-help">按住 ${icon("grip")} 拖曳，或按 Alt 加方向鍵移動；Esc 取消拖曳。</p>
					<p class="board-said" role="status"></p>
					<div class="board">${columns.map((column) => columnOf(column, { query, today: dayIn(at, 0) }))}</div>
				</div>`,
			)}
		</div>`,
	};
}

type Around = { query: Record<string, string>; today: string };

const columnOf = (column: BoardColumn, around: Around): VNode => {
	const { status, rows, total } = column;
	const left = total - rows.length;
	return html`<section class="board-column" data-column=${status} data-more=${left > 0 ? "" : undefined} aria-labelledby=${`column-${status}`}>
		<h2 class="h3" id=${`column-${status}`}>
			<span>${TASK_STATUS_LABELS[status]}</span> <span class="soft" data-count>${figure(total)}</span>
		</h2>
		<ol class="plain" data-cards>
			${rows.map((row, at) => cardOf(row, placesOf(column, at), around))}
		</ol>
		<p class="soft small board-empty" hidden=${rows.length > 0}>沒有任務</p>
		${
			left > 0 &&
			html`<p class="small"><a href=${hrefWith({ path: tasks.list(), query: { ...around.query, status } }, {})}>還有 ${figure(left)} 件</a></p>`
		}
	</section>`;
};

/**
 * A move of a card by a button: up, down, or to the top of another column. `value`: the place as the form sends it;
 * `leads`: whether the move has an effect.
 */
type Way = { way: "up" | "down" | TaskStatus; label: string; value: string; leads: boolean; isHere?: boolean };

function placesOf({ status, rows, total }: BoardColumn, at: number): Way[] {
	const [before, after] = [rows[at - 1], rows[at + 2]];
	const isLast = at === rows.length - 1;
	// More tasks may follow the last one shown, so the place after it is not known.
	const down = after ? `${status}|${after.id}` : `${status}|end`;
	return [
		{ way: "up", label: "上移", value: `${status}|${before?.id ?? "top"}`, leads: at > 0 },
		{ way: "down", label: "下移", value: down, leads: !isLast && (after !== undefined || rows.length === total) },
		...TASK_STATUSES.map(
			(other): Way => ({
				way: other,
				label: `移到${TASK_STATUS_LABELS[other]}`,
				value: `${other}|top`,
				leads: true,
				isHere: other === status,
			}),
		),
	];
}

const cardOf = (row: TaskListRow, ways: Way[], { today }: Around): VNode => html`<li
	class="board-card"
	data-task=${row.id}
	id=${`task-${row.id}`}
>
	<div class="board-head">
		<a href=${tasks.show(row.id)}>${row.title}</a>
		<button class="btn quiet square s scripted board-grip" type="button" aria-describedby="board-help" data-grip>
			${icon("grip")}<span class="sr">移動：${row.title}</span>
		</button>
	</div>
	${
		(row.priority !== 3 || row.due_on !== null) &&
		html`<p class="board-facts">${row.priority !== 3 && taskPriority(row.priority)} ${row.due_on !== null && dueOf(row, today)}</p>`
	}
	<div class="board-foot">
		<span class="board-who">${row.assignee !== null && avatar(row.assignee)}${assigneeOf(row)}</span>
		<small class="soft">${countsOf(row)}</small>
	</div>
	<details class="board-ways">
		<summary class="small">移動<span class="sr">：${row.title}</span></summary>
		<form method="post" action=${tasks.place(row.id)} class="row">
			<input type="hidden" name="version" value=${String(row.version)} />
			<input type="hidden" name="from" value="board" />
			${ways.map(wayButton)}
		</form>
	</details>
</li>`;

/**
 * Draws the button of one move. A button without effect stays focusable (`aria-disabled`), because it may have been
 * pressed just now.
 */
const wayButton = ({ way, label, value, leads, isHere }: Way): Children => html`<button
	class="btn s"
	name="place"
	value=${value}
	data-way=${way}
	hidden=${isHere}
	aria-disabled=${leads ? undefined : "true"}
>
	${label}
</button>`;
