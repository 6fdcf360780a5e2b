import * as z from "zod";
import { button, facts, notification, paragraph } from "#domain/system/notifications/letter.ts";
import { PRIORITY_LABELS } from "#kernel/priority.ts";
import { taskNumber } from "#kernel/record-numbers.ts";
import { dayText } from "#kernel/written.ts";

/**
 * The notice to a user to whom somebody else assigned a task. It gives the task's number and day; its subject, which
 * may be a person, can only be read after sign-in.
 */
export const taskAssigned = notification({
	data: z.strictObject({
		taskId: z.int(),
		dueOn: z.iso.date().nullable(),
		priority: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
	}),
	write: ({ taskId, dueOn, priority }, { links }) => ({
		subject: `有一件任務交給您：${taskNumber(taskId)}`,
		blocks: [
			paragraph(`任務 ${taskNumber(taskId)} 的負責人改為您，內容請登入查看。`),
			facts(["優先順序", PRIORITY_LABELS[priority]], ["期限", dueOn === null ? "沒有期限" : dayText(dueOn)]),
			button("查看任務", links.task(taskId)),
		],
	}),
});

const WHEN = {
	tomorrow: ["明天到期", "明天到期"],
	today: ["今天到期", "今天到期"],
	over: ["已經逾期", "已經超過期限"],
} as const;

/**
 * The notice to the user to whom a task is assigned: the day before its due day or on that day, and once it is overdue.
 */
export const taskDue = notification({
	data: z.strictObject({ taskId: z.int(), dueOn: z.iso.date(), when: z.enum(["tomorrow", "today", "over"]) }),
	write: ({ taskId, dueOn, when }, { links }) => ({
		subject: `任務 ${taskNumber(taskId)} ${WHEN[when][0]}`,
		blocks: [
			paragraph(
				`您負責的任務 ${taskNumber(taskId)} ${WHEN[when][1]}（期限 ${dayText(dueOn)}）。完成後請登入更新狀態；來不及的話，請和交辦的人商量改期。`,
			),
			button("查看任務", links.task(taskId)),
		],
	}),
});
