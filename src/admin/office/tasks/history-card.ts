import { EVENTS_SHOWN, type TaskEventRow } from "#db/office/tasks.ts";
import { RECORD_LABELS, RECORD_TYPES, TASK_STATUS_LABELS, TASK_STATUSES } from "#domain/office/tasks/labels.ts";
import { PRIORITIES, PRIORITY_LABELS } from "#kernel/priority.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { type Step, steps } from "#ui/thread.ts";
import { dayAndClock } from "#ui/time.ts";
import { dayWords } from "./words.ts";

/** The changes that a log row of a task can hold; each kind of row has only some of these fields. */
type Changes = {
	fields?: string[];
	status?: { from: string; to: string } | string;
	priority?: { from: number; to: number };
	due_on?: { from: string | null; to: string | null };
	assignee?: unknown;
	record?: { type: string };
};

const DONE: Record<string, string> = {
	"task.create": "新增",
	"task.edit": "修改",
	"task.move": "改狀態",
	"task.item_edit": "修改檢查項目",
	"task.item_removal": "刪除檢查項目",
	"task.tick": "勾選檢查項目",
	"task.untick": "取消勾選檢查項目",
	"task.link": "連結紀錄",
	"task.unlink": "移除連結",
};

const statusWords = (code: string): string => TASK_STATUS_LABELS[TASK_STATUSES.find((one) => one === code) ?? "todo"];
const priorityWords = (code: number): string => PRIORITY_LABELS[PRIORITIES.find((one) => one === code) ?? 3];
const recordWords = (type: string): string => {
	const known = RECORD_TYPES.find((one) => one === type);
	return known ? RECORD_LABELS[known] : "紀錄";
};

/** Returns in words what changed. The log keeps no titles and no texts: the text of an item is its present one. */
function changesOf({ action, changes, from_name, to_name, item }: TaskEventRow, today: string): string {
	const told: Changes = JSON.parse(changes);
	const { fields = [], status, priority, due_on, assignee, record } = told;
	const day = (text: string | null): string => (text === null ? "沒有期限" : dayWords(text, today));
	return [
		status && typeof status !== "string" && `狀態：${statusWords(status.from)} → ${statusWords(status.to)}`,
		priority && `優先順序：${priorityWords(priority.from)} → ${priorityWords(priority.to)}`,
		due_on && `期限：${day(due_on.from)} → ${day(due_on.to)}`,
		assignee !== undefined &&
			(action === "task.create" ? `負責人：${to_name}` : `負責人：${from_name ?? "未指派"} → ${to_name ?? "未指派"}`),
		fields.includes("title") && "改了標題",
		fields.includes("body") && "改了內容",
		record && recordWords(record.type),
		item,
	]
		.filter(Boolean)
		.join("；");
}

/** Draws the card 經過: who did what with the task and when, newest first. */
export function historyCard(events: readonly TaskEventRow[], { at, today }: { at: number; today: string }): VNode {
	const done = events.map(
		(event): Step => ({
			title: DONE[event.action] ?? "更新",
			state: "done",
			who: html`<span>${event.by ?? "系統"}　<span class="soft">${dayAndClock(event.at, at)}</span></span>`,
			comment: changesOf(event, today) || undefined,
		}),
	);
	return card(
		{ title: "經過" },
		steps(done),
		done.length === EVENTS_SHOWN &&
			html`<p class="soft small">只列出最新的 ${EVENTS_SHOWN} 筆，更早的請查稽核紀錄。</p>`,
	);
}
