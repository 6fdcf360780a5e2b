import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, selectOne } from "#db/read.ts";
import { isStaff, notifyEach } from "#db/system/index.ts";

/** Joins a task `t` with its assignee, when the assignee can sign in and is staff. */
const ASSIGNED = sql.raw(`tasks t JOIN users u ON u.id = t.assignee_id AND u.status = 'active' AND ${isStaff("u.id")}`);

/**
 * Notifies a task's assignee, in the batch in which another user assigns it; the caller must relay `mail.due` to the
 * queue afterwards. The task is given by its id or, when the batch makes it, as SQL.
 */
export const tellAssignee = (id: number | SQL, { userId, at }: { userId: number | null; at: number }): Write =>
	notifyEach("task_assigned", {
		id: sql`'task_assigned_' || t.id || '_' || t.version`,
		user: sql`u.id`,
		data: sql`json_object('taskId', t.id, 'dueOn', t.due_on, 'priority', t.priority)`,
		from: sql`${ASSIGNED} WHERE t.id = ${id} AND u.id IS NOT ${userId}`,
		at,
	});

/**
 * The time of a reminder: `today` and `tomorrow` in Taipei, the beginning of today (`since`) and now (`at`) in UTC
 * milliseconds.
 */
export type ReminderDay = { today: string; tomorrow: string; since: number; at: number };

/**
 * Returns the condition of open tasks that are due tomorrow or today and were not reminded of; tasks made today need no
 * reminder.
 */
const COMING = ({ today, tomorrow, since }: ReminderDay) =>
	sql`t.status IN ('todo', 'doing') AND t.due_on IS NOT NULL AND t.due_on BETWEEN ${today} AND ${tomorrow} AND t.due_told_for IS NOT t.due_on
		AND t.created_at < ${since}`;
/** Returns the condition of open tasks that are overdue and were not reminded of. */
const OVER = ({ today }: ReminderDay) =>
	sql`t.status IN ('todo', 'doing') AND t.due_on IS NOT NULL AND t.due_on < ${today} AND t.overdue_told_for IS NOT t.due_on`;

/** Selects whether there is anything to remind of: in most minutes there is not, and nothing is written. */
export const anyToRemind = ({ today, tomorrow, since }: ReminderDay): Select<{ any: 0 | 1 }> =>
	selectOne(
		`SELECT EXISTS (SELECT 1 FROM tasks WHERE status IN ('todo', 'doing') AND (due_on IS NULL) = 0 AND due_on <= ?2
			AND CASE WHEN due_on < ?1 THEN overdue_told_for IS NOT due_on ELSE due_told_for IS NOT due_on AND created_at < ?3 END) AS any`,
		today,
		tomorrow,
		since,
	);

const remind = (key: "task_due" | "task_overdue", { when, where, at }: { when: SQL; where: SQL; at: number }): Write =>
	notifyEach("task_due", {
		id: sql`${key} || '_' || t.id || '_' || t.due_on`,
		user: sql`u.id`,
		data: sql`json_object('taskId', t.id, 'dueOn', t.due_on, 'when', ${when})`,
		from: sql`${ASSIGNED} WHERE ${where}`,
		at,
	});

/**
 * Reminds of all tasks that are due or overdue, once for each due day: notifications and marks are in one batch, so
 * that of two runs at the same moment only one notifies. The last two statements return the ids of the marked tasks.
 */
export const remindAssignees = (day: ReminderDay): Write[] => [
	remind("task_due", { when: sql`iif(t.due_on = ${day.today}, 'today', 'tomorrow')`, where: COMING(day), at: day.at }),
	remind("task_overdue", { when: sql`'over'`, where: OVER(day), at: day.at }),
	sql`UPDATE tasks AS t SET due_told_for = due_on WHERE ${COMING(day)} RETURNING id`,
	sql`UPDATE tasks AS t SET overdue_told_for = due_on WHERE ${OVER(day)} RETURNING id`,
];
