import type { Assignable, TaskRow } from "#db/office/tasks.ts";
import { MOST_CHANGED, TaskArrangement } from "#domain/office/tasks/form.ts";
import { TASK_STATUS_LABELS, TASK_STATUSES } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { PRIORITIES, PRIORITY_LABELS } from "#kernel/priority.ts";
import { refsText } from "#kernel/refs.ts";
import { dayIn } from "#kernel/times.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneNow } from "#ui/empty.ts";
import { field as plainField } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { table } from "#ui/table.ts";
import { taskPriority } from "#ui/task-facts.ts";
import { taskList } from "./list.ts";
import { assigneeOf, dueOf, TASK_CRUMBS, TASKS, taskStatus } from "./words.ts";

const { tasks } = paths.admin;
const field = fieldsOf(TaskArrangement);
const TITLE = "一起變更任務";
const KEPT = "不變";

/** What the page shows of a task. */
export type ShownTask = Omit<TaskRow, "body" | "created_by">;

export type ChangePage = {
	/** The chosen tasks as they are now; more than MOST_CHANGED when there are too many. */
	rows: readonly ShownTask[];
	people: readonly Assignable[];
	/** The query of the list that the user came from, to go back to. */
	here: string;
	at: number;
};

/** Draws the page before many tasks are changed: which ones, as they are now, and what all of them get. */
export function changePage(page: ChangePage, state: FormState): Page {
	const { rows, here } = page;
	const back = linkButton({ label: "回到任務", href: taskList.again(here) });
	const many = rows.length > MOST_CHANGED;
	return {
		title: TITLE,
		area: TASKS,
		crumbs: TASK_CRUMBS,
		lead: rows.length === 0 || many ? undefined : `選了 ${figure(rows.length)} 件。`,
		body:
			rows.length === 0
				? card({ flush: true, label: TITLE }, noneNow({ title: "沒有選到任務", actions: back }))
				: many
					? notice(
							{ tone: "warn", title: "一次選太多" },
							html`<p>一次最多變更 ${figure(MOST_CHANGED)} 件。請回到列表加上條件，分次變更。</p>`,
							html`<p>${back}</p>`,
						)
					: html`<div class="stack">${card({ label: TITLE }, asking(page, state))} ${chosenCard(page)}</div>`,
	};
}

const asking = ({ rows, people, here }: ChangePage, state: FormState): VNode =>
	form(
		{
			action: tasks.change(),
			state,
			submit: `變更 ${figure(rows.length)} 件`,
			busy: "變更中...",
			cancel: taskList.again(here),
			main: true,
		},
		html`<input type="hidden" name="refs" value=${refsText(rows)} />`,
		html`<input type="hidden" name="here" value=${here} />`,
		html`<p class="small soft">沒有選的欄位，每一件都照原來的。</p>`,
		html`<div class="cols">
			${field({
				name: "assignee",
				label: "負責人",
				state,
				type: "select",
				empty: KEPT,
				options: [
					{ value: "none", label: "未指派" },
					...people.map(({ id, name }) => ({ value: String(id), label: name })),
				],
			})}
			${field({ name: "due_on", label: "期限", state, type: "date", days: "future", optional: true })}
			${field({
				name: "priority",
				label: "優先順序",
				state,
				type: "select",
				empty: KEPT,
				options: PRIORITIES.map((code) => ({ value: String(code), label: PRIORITY_LABELS[code] })),
			})}
			${plainField({
				name: "status",
				label: "狀態",
				state,
				type: "select",
				empty: KEPT,
				options: TASK_STATUSES.map((value) => ({ value, label: TASK_STATUS_LABELS[value] })),
			})}
		</div>`,
	);

const chosenCard = ({ rows, at }: ChangePage): VNode =>
	card(
		{ title: "選取的任務", count: rows.length, flush: true },
		table<ShownTask>({
			caption: "選取的任務，現在的內容",
			cards: true,
			rows: [...rows],
			columns: [
				{ label: "任務", head: true, cell: ({ id, title }) => html`<a href=${tasks.show(id)}>${title}</a>` },
				{ label: "負責人", cell: assigneeOf },
				{ label: "期限", nowrap: true, cell: (row) => dueOf(row, dayIn(at, 0)) },
				{ label: "優先順序", nowrap: true, cell: ({ priority }) => taskPriority(priority) },
				{ label: "狀態", sheet: "corner", bare: true, cell: ({ status }) => taskStatus(status) },
			],
		}),
	);
