import { dayWords, dueNear } from "#admin/office/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { OwnTaskRow } from "#db/office/index.ts";
import { isOverdue, TASK_STATUS_LABELS } from "#domain/office/index.ts";
import { paths } from "#http/paths.ts";
import { PRIORITY_LABELS } from "#kernel/priority.ts";
import { dayIn } from "#kernel/times.ts";
import { card } from "#ui/card.ts";
import type { Children } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { status } from "#ui/status.ts";

const { tasks } = paths.admin;

/** The most tasks that the dashboard shows; the others are behind its link. */
export const TASKS_SHOWN = 4;

const MINE = `${tasks.list()}?assignee=me`;

/** Draws the open tasks of the current user, overdue ones first; nothing when there are none. */
export const drawTasks = (rows: OwnTaskRow[], at: number, who: Visitor): Children => {
	const today = dayIn(at, 0);
	const [first] = rows;
	return (
		first !== undefined &&
		card(
			{
				title: "我的任務",
				count: first.waiting,
				due: first.overdue > 0,
				flush: true,
				beside: first.overdue > 0 && status({ word: `逾期 ${first.overdue} 件`, tone: "danger" }),
				link: { href: allows("tasks_manage", who) ? MINE : tasks.list(), label: "全部" },
			},
			items(
				rows.map((row) => ({
					title: row.title,
					href: tasks.show(row.id),
					sub: [TASK_STATUS_LABELS[row.status], row.priority < 3 && PRIORITY_LABELS[row.priority]]
						.filter(Boolean)
						.join("　"),
					end: row.due_on === null ? "" : dayWords(row.due_on, today),
					endSub: isOverdue(row, today) ? status({ word: dueNear(row, today), tone: "danger" }) : dueNear(row, today),
				})),
			),
		)
	);
};
