import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import type { TaskRow } from "#db/office/tasks.ts";
import { TASK_STATUS_LABELS, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { isOverdue } from "#domain/office/tasks/rules.ts";
import { paths } from "#http/paths.ts";
import { weekdayOf } from "#kernel/calendar.ts";
import { taskNumber } from "#kernel/record-numbers.ts";
import { daySlashed, yearText } from "#kernel/written.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { type Status, status } from "#ui/status.ts";
import { type Due, taskAssignee, taskDue } from "#ui/task-facts.ts";

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

const DAY_MS = 86_400_000;
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const NEAR: Record<number, string> = { [-1]: "昨天", 0: "今天", 1: "明天" };

/** Returns a day in words: 11月25日（三）, with the year when it is not this year. Days are those of Taipei. */
export function dayWords(day: string, today: string): string {
	const [year = 0, month, date] = day.split("-").map(Number);
	const ahead = year === Number(today.slice(0, 4)) ? "" : `${yearText(year)}年`;
	return `${ahead}${month}月${date}日（${weekdayOf(day)}）`;
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

/** Returns the due day of a task in words; null when it has none. */
export const dueIn = (task: Pick<TaskRow, "status" | "due_on">, today: string): Due | null =>
	task.due_on === null
		? null
		: {
				...{ day: task.due_on, typed: daySlashed(task.due_on), words: dayWords(task.due_on, today) },
				...{ near: dueNear(task, today), isOver: isOverdue(task, today) },
			};

/** Draws the due day of a task, red with an icon when it is overdue. */
export function dueOf(task: Pick<TaskRow, "status" | "due_on">, today: string): VNode {
	const due = dueIn(task, today);
	return due ? taskDue(due) : html`<span class="soft">沒有期限</span>`;
}

const GONE: Record<NonNullable<TaskRow["assignee_gone"]>, string> = {
	disabled: "帳號已停用",
	not_staff: "不再是工作人員",
};
/** Returns why the assignee of a task can no longer do it; null when they can. */
export const goneWords = (gone: TaskRow["assignee_gone"]): string | null => gone && GONE[gone];
/** Draws the assignee of a task, with the reason when that person can no longer do it. */
export const assigneeOf = ({ assignee, assignee_gone }: Pick<TaskRow, "assignee" | "assignee_gone">): Children =>
	taskAssignee(assignee, goneWords(assignee_gone));

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
