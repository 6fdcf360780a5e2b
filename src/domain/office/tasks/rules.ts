import { clockInTaipei, dateInTaipei } from "#kernel/times.ts";
import { isClosed, type TaskStatus } from "./labels.ts";

const DAY_MS = 86_400_000;

/** Returns the day in Taipei that is `days` days after a moment (UTC milliseconds). */
export const dayIn = (at: number, days: number): string => dateInTaipei(at + days * DAY_MS);

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
