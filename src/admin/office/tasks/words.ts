import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import type { TaskRow } from "#db/office/tasks.ts";
import { TASK_STATUS_LABELS, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { isOverdue } from "#domain/office/tasks/rules.ts";
import { paths } from "#http/paths.ts";
import { PRIORITY_LABELS, type Priority } from "#kernel/priority.ts";
import { taskNumber } from "#kernel/record-numbers.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { type Status, status } from "#ui/status.ts";

const { tasks } = paths.admin;

export const TASKS = "任務";
export const TASK_CRUMBS = [...OFFICE_CRUMBS, { label: TASKS, href: tasks.list() }];

const LOOKS: Record<TaskStatus, Omit<Status, "word">> = {
	todo: {},
	doing: { tone: "info", icon: "refresh" },
	done: { tone: "ok" },
	dropped: { icon: "no" },
};
/** Draws a task's state: word, colour and icon. */
export const taskStatus = (code: TaskStatus): VNode => status({ word: TASK_STATUS_LABELS[code], ...LOOKS[code] });

const PRIORITY_LOOKS: Record<Priority, Omit<Status, "word"> | null> = {
	1: { tone: "danger", icon: "warn" },
	2: { tone: "warn", icon: "up" },
	3: null,
	4: { icon: "down" },
};
/** Draws the priority of a task: as a badge, or only as text when it is 一般. */
export const taskPriority = (code: Priority): VNode => {
	const look = PRIORITY_LOOKS[code];
	const word = PRIORITY_LABELS[code];
	return look ? status({ word, ...look }) : html`<span class="soft">${word}</span>`;
};

const WEEKDAYS = ["日", "一", "二", "三", "四", "五", "六"];
const DAY_MS = 86_400_000;
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const NEAR: Record<number, string> = { [-1]: "昨天", 0: "今天", 1: "明天" };

/** Returns a day in words: 11月25日（三）, with the year when it is not this year. Days are those of Taipei. */
export function dayWords(day: string, today: string): string {
	const [year, month, date] = day.split("-").map(Number);
	const ahead = year === Number(today.slice(0, 4)) ? "" : `${year}年`;
	return `${ahead}${month}月${date}日（${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]}）`;
}

/**
 * Returns how near a due day is: 逾期 3 天 for an overdue task, 今天到期 or 明天到期. Empty for a later day or a
 * finished task.
 */
export function dueNear(task: Pick<TaskRow, "status" | "due_on">, today: string): string {
	if (task.due_on === null) return "";
	const days = dayNumber(task.due_on) - dayNumber(today);
	if (isOverdue(task, today)) return `逾期 ${-days} 天`;
	return (task.status === "todo" || task.status === "doing") && days in NEAR ? `${NEAR[days]}到期` : "";
}

/** Draws the due day of a task, red with an icon when it is overdue. */
export function dueOf(task: Pick<TaskRow, "status" | "due_on">, today: string): VNode {
	if (task.due_on === null) return html`<span class="soft">沒有期限</span>`;
	const near = dueNear(task, today);
	const day = html`<time datetime=${task.due_on}>${dayWords(task.due_on, today)}</time>`;
	return html`<span>${day}${
		near !== "" &&
		(isOverdue(task, today)
			? html`<small>${status({ word: near, tone: "danger" })}</small>`
			: html`<small class="soft">${near}</small>`)
	}</span>`;
}

const GONE: Record<NonNullable<TaskRow["assignee_gone"]>, string> = {
	disabled: "帳號已停用",
	not_staff: "不再是工作人員",
};
/** Draws the assignee of a task, with the reason when that person can no longer do it. */
export const assigneeOf = ({ assignee, assignee_gone }: Pick<TaskRow, "assignee" | "assignee_gone">): Children =>
	assignee === null
		? html`<span class="soft">未指派</span>`
		: html`<span>${assignee}${
				assignee_gone !== null && html`<small class="warn-words">${icon("warn")} ${GONE[assignee_gone]}</small>`
			}</span>`;

type Counts = Pick<TaskRow, "id" | "comments" | "items" | "items_done"> & { links: number };
/** Returns a task's number with its counts: #12　檢查清單 2/5　備忘錄 3　連結 2. */
export const countsOf = ({ id, comments, links, items, items_done }: Counts): string =>
	[
		taskNumber(id),
		items > 0 && `檢查清單 ${items_done}/${items}`,
		comments > 0 && `備忘錄 ${comments}`,
		links > 0 && `連結 ${links}`,
	]
		.filter(Boolean)
		.join("　");
