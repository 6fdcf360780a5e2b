import { noteForm, notesThread } from "#admin/people/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { TaskItemRow } from "#db/office/task-items.ts";
import type { LinkRow } from "#db/office/task-records.ts";
import type { TaskEventRow, TaskRow } from "#db/office/tasks.ts";
import type { NoteRow } from "#db/people/index.ts";
import { type RecordType, TASK_STATUS_LABELS, TASK_STATUSES, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { taskNumber } from "#kernel/record-numbers.ts";
import { dayIn } from "#kernel/times.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { taskPriority } from "#ui/task-facts.ts";
import { ago } from "#ui/time.ts";
import { checklistCard } from "./checklist-card.ts";
import { historyCard } from "./history-card.ts";
import { type Finding, linksCard } from "./links-card.ts";
import { assigneeOf, dueOf, TASK_CRUMBS, TASKS, taskStatus } from "./words.ts";

const { tasks } = paths.admin;

export type TaskShow = {
	task: TaskRow;
	items: readonly TaskItemRow[];
	links: readonly LinkRow[];
	notes: NoteRow[];
	events: readonly TaskEventRow[];
	/** The kinds of records that the current user may see. */
	types: readonly RecordType[];
	finding: Finding | undefined;
	who: Visitor;
	at: number;
	/** The item of the checklist that is being changed, or "new" while items are added. */
	open: number | "new" | undefined;
	/** The idempotency keys of the forms for a note and for an item of the checklist. */
	keys: { note: string; item: string };
	/** The values and errors of the form of one of the page's buttons, when that form was refused. */
	refused?: FormState | undefined;
	/** The refused form of a new item of the checklist, and that of a changed one. */
	added?: FormState | undefined;
	renamed?: FormState | undefined;
};

/** Draws the page of a task: its text and notes, and beside them its state, its linked records and its history. */
export function taskPage(of: TaskShow): Page {
	const { task, links, types, finding, events, who, at, refused } = of;
	const mayChange = allows("tasks_manage", who);
	const today = dayIn(at, 0);
	return {
		title: task.title,
		area: TASKS,
		crumbs: TASK_CRUMBS,
		lead: html`<p class="row">
			${taskStatus(task.status)}<span class="soft small">${taskNumber(task.id)}　${ago(task.updated_at, at)}更新</span>
		</p>`,
		actions: mayChange ? [linkButton({ label: "編輯", icon: "edit", href: tasks.edit(task.id) })] : [],
		sheets: ["tasks"],
		body: html`<div class="stack loose">
			${refused?.problem && errorSummary({ ...freshForm(), problem: refused.problem })}
			${task.assignee_gone !== null && goneNotice(task, mayChange)}
			<div class="split">
				<div class="stack loose">
					${card({ title: "內容" }, task.body === "" ? html`<p class="soft">沒有寫內容。</p>` : html`<p class="task-body">${task.body}</p>`)}
					${checklistCard({ ...of, mayChange, key: of.keys.item })}
					${notesCard(of)}
				</div>
				<div class="stack loose">
					${standingCard(task, { today, at })}
					${linksCard({ taskId: task.id, links, types, mayLink: mayChange, finding })}
					${historyCard(events, { at, today })}
				</div>
			</div>
		</div>`,
	};
}

const goneNotice = ({ assignee, assignee_gone }: TaskRow, mayChange: boolean): VNode =>
	notice(
		{ tone: "warn", title: `${assignee}目前不能登入後台` },
		`${assignee_gone === "disabled" ? "帳號已停用" : "已經沒有工作人員的角色"}，收不到提醒。${mayChange ? "請把任務交給另一個人。" : ""}`,
	);

/** Draws the card with the task's state and a button for each other state. */
const standingCard = (task: TaskRow, { today, at }: { today: string; at: number }): VNode =>
	card(
		{ title: "狀態", beside: taskStatus(task.status) },
		facts([
			{ name: "負責人", value: assigneeOf(task) },
			{ name: "期限", value: dueOf(task, today) },
			{ name: "優先順序", value: taskPriority(task.priority) },
			{
				name: "建立",
				value: html`<span>${task.author ?? "系統"}　<span class="soft">${ago(task.created_at, at)}</span></span>`,
			},
			...(task.closed_at === null ? [] : [{ name: "結束", value: ago(task.closed_at, at) }]),
		]),
		html`<form method="post" action=${tasks.place(task.id)} class="row">
			<input type="hidden" name="version" value=${String(task.version)} />
			<input type="hidden" name="from" value="task" />
			${TASK_STATUSES.filter((status) => status !== task.status).map((status) =>
				button({
					label: STEP_WORDS[status],
					name: "place",
					value: `${status}|top`,
					tone: status === NEXT[task.status] ? "primary" : "plain",
				}),
			)}
		</form>`,
	);

const STEP_WORDS: Record<TaskStatus, string> = {
	todo: `改回${TASK_STATUS_LABELS.todo}`,
	doing: "開始進行",
	done: "標為完成",
	dropped: "不處理",
};
/** The most usual next state of a task, by its present state. */
const NEXT: Partial<Record<TaskStatus, TaskStatus>> = { todo: "doing", doing: "done" };

function notesCard({ task, notes, who, at, keys }: TaskShow): VNode {
	const notable = { type: "task", id: task.id } as const;
	return card(
		{ title: "備忘錄", count: task.comments === 0 ? undefined : task.comments, id: "notes" },
		noteForm(notable, freshForm({}, "note"), keys.note),
		notesThread({ notable, rows: notes, count: task.comments, who, at }),
	);
}
