import { clockInTaipei, dateInTaipei } from "#kernel/times.ts";
import { isClosed, type TaskStatus } from "./labels.ts";

const DAY_MS = 86_400_000;

/** The day in Taipei so many days from a moment (UTC milliseconds). */
export const dayIn = (at: number, days: number): string => dateInTaipei(at + days * DAY_MS);

/** Nobody is written to at night. */
const FIRST_REMINDER = "08:00:00";
/** The day on which one is reminded, and when it began (UTC milliseconds); null before the morning. */
export const reminderDay = (at: number): { today: string; tomorrow: string; since: number; at: number } | null =>
	clockInTaipei(at) < FIRST_REMINDER
		? null
		: { today: dayIn(at, 0), tomorrow: dayIn(at, 1), since: Date.parse(`${dayIn(at, 0)}T00:00:00+08:00`), at };

/** Whether its day is over and it is not done. Days are those of Taipei. */
export const isOverdue = ({ status, due_on }: { status: TaskStatus; due_on: string | null }, today: string): boolean =>
	due_on !== null && due_on < today && !isClosed(status);
