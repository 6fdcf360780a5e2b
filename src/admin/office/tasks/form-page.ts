import type { Assignable, TaskRow } from "#db/office/tasks.ts";
import { TaskInput } from "#domain/office/tasks/form.ts";
import { RECORD_LABELS, type RecordRef, TASK_STATUS_LABELS, TASK_STATUSES } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { PRIORITIES, PRIORITY_LABELS } from "#kernel/priority.ts";
import { taskNumber } from "#kernel/record-numbers.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, baseOf, sidesOf } from "#ui/against-stored.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm, isFresh } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { TASK_CRUMBS, TASKS } from "./words.ts";

const { tasks } = paths.admin;
const field = fieldsOf(TaskInput);

/** Returns the form values of a stored task. */
const valuesOf = (task: TaskRow): Record<string, string> => ({
	title: task.title,
	body: task.body,
	status: task.status,
	priority: String(task.priority),
	assignee: task.assignee_id === null ? "" : String(task.assignee_id),
	due_on: task.due_on ?? "",
});

/** Returns the form of a new task, linked to the record `about` if given. */
export const freshTask = (about?: RecordRef): FormState =>
	freshForm({ status: "todo", priority: "3", ...(about ? { about: `${about.type}:${about.id}` } : {}) });
/** Returns the form of a stored task; its field `base` holds the values that the form started from. */
export const formOf = (task: TaskRow): FormState =>
	freshForm({ ...valuesOf(task), base: JSON.stringify(valuesOf(task)) });

type Fields = { state: FormState; people: readonly Assignable[]; task?: TaskRow };

function taskFields({ state, people, task }: Fields): VNode {
	const gone = task?.assignee_id && !people.some(({ id }) => id === task.assignee_id) ? task : undefined;
	return html`<div class="stack">
		${field({ name: "title", label: "標題", state, autocomplete: "off", autofocus: task === undefined && isFresh(state) })}
		${field({ name: "body", label: "內容", state, type: "textarea", rows: 8, optional: true, hint: "只有純文字；換行會保留。" })}
		<div class="cols two">
			${field({
				name: "assignee",
				label: "負責人",
				state,
				type: "select",
				empty: "未指派",
				options: [
					...people.map(({ id, name }) => ({ value: String(id), label: name })),
					...(gone ? [{ value: String(gone.assignee_id), label: `${gone.assignee}（目前不能登入後台）` }] : []),
				],
				hint: "交給別人時會寄信通知。",
			})}
			${field({ name: "due_on", label: "期限", state, type: "date", days: "future", optional: true, hint: "前一天提醒負責人，逾期再提醒一次。" })}
			${field({
				name: "priority",
				label: "優先順序",
				state,
				type: "select",
				options: PRIORITIES.map((code) => ({ value: String(code), label: PRIORITY_LABELS[code] })),
			})}
			${field({
				name: "status",
				label: "狀態",
				state,
				type: "select",
				options: TASK_STATUSES.map((value) => ({ value, label: TASK_STATUS_LABELS[value] })),
			})}
		</div>
	</div>`;
}

export type NewTaskPage = {
	state: FormState;
	people: readonly Assignable[];
	/** The record that the task is created for, with its title as the user may see it. */
	about: (RecordRef & { title: string }) | undefined;
	key: string;
};

/** Draws the page 新增任務. `key`: the idempotency key, so that sending the same form twice creates one task. */
export const newTaskPage = ({ state, people, about, key }: NewTaskPage): Page => ({
	title: "新增任務",
	area: TASKS,
	crumbs: TASK_CRUMBS,
	slim: true,
	body: card(
		{ label: "新增任務" },
		form(
			{
				action: tasks.create(),
				state,
				key,
				submit: "新增任務",
				busy: "新增中...",
				cancel: tasks.list(),
				guard: true,
				main: true,
			},
			about !== undefined &&
				html`<div>
					<input type="hidden" name="about" value=${`${about.type}:${about.id}`} />
					${notice({ tone: "info", title: `會連結到這筆紀錄：${RECORD_LABELS[about.type]}` }, about.title)}
				</div>`,
			taskFields({ state, people }),
		),
	),
});

const TOLD = {
	title: "標題",
	body: "內容",
	status: "狀態",
	priority: "優先順序",
	assignee: "負責人",
	due_on: "期限",
} as const;

/** Draws the page 修改任務. Values that another user saved meanwhile are shown beside the typed values. */
export function editTaskPage(task: TaskRow, sent: FormState, people: readonly Assignable[]): Page {
	const nameOf = (id: string): string =>
		id === "" ? "未指派" : (people.find((one) => String(one.id) === id)?.name ?? task.assignee ?? id);
	const words: Partial<Record<keyof typeof TOLD, (value: string) => string>> = {
		status: (code) => TASK_STATUS_LABELS[TASK_STATUSES.find((one) => one === code) ?? "todo"],
		priority: (code) => PRIORITY_LABELS[PRIORITIES.find((one) => String(one) === code) ?? 3],
		assignee: nameOf,
	};
	const stored = valuesOf(task);
	const told = (Object.keys(TOLD) as (keyof typeof TOLD)[]).map((name) => ({
		field: name,
		label: TOLD[name],
		words: words[name],
	}));
	const fields = sidesOf(told, { mine: sent.values, theirs: stored, base: baseOf(sent) });
	const state = againstStored(sent, { version: task.version, fields });
	return {
		title: "修改任務",
		name: task.title,
		area: TASKS,
		crumbs: [...TASK_CRUMBS, { label: taskNumber(task.id), href: tasks.show(task.id) }],
		slim: true,
		body: card(
			{ label: "修改任務" },
			form(
				{
					action: tasks.edit(task.id),
					state,
					version: task.version,
					submit: "儲存",
					cancel: tasks.show(task.id),
					guard: true,
					main: true,
				},
				// Both versions were shown, so from now on the stored values are the form's base.
				html`<input type="hidden" name="base" value=${JSON.stringify(stored)} />`,
				taskFields({ state, people, task }),
			),
		),
	};
}
