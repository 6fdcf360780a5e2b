import { clockInTaipei, dayIn } from "#kernel/times.ts";
import { isClosed, type TaskStatus } from "./labels.ts";

/** The time of day in Taipei from which reminders are sent: nobody gets one at night. */
const FIRST_REMINDER = "08:00:00";
/**
 * Returns the days that reminders sent at a moment refer to, today and tomorrow in Taipei, and the beginning of today
 * (`since`, UTC milliseconds); null before FIRST_REMINDER.
 */
export const reminderDay = (at: number): { today: string; tomorrow: string; since: number; at: number } | null =>
	clockInTaipei(at) < FIRST_REMINDER
		? null
		: { today: dayIn(at, 0), tomorrow: dayIn(at, 1), since: Date.parse(`${dayIn(at, 0)}T00:00:00+08:00`), at };

/** Whether a task's due day is past and it is not closed. Days are those of Taipei. */
export const isOverdue = ({ status, due_on }: { status: TaskStatus; due_on: string | null }, today: string): boolean =>
	due_on !== null && due_on < today && !isClosed(status);
