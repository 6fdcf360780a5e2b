import { weekdayOf } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { writing, yearText } from "#kernel/written.ts";
import { html, type VNode } from "./html.ts";

// All dates of pages are written here and in kernel/written.ts, in the calendar that the association chose for its staff;
// papers use rocWords and rocDate, which no setting changes.

const TAIPEI_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Returns date and clock in Taipei (no summer time) at a moment in UTC milliseconds; `nth` is the number of days since
 * 1970.
 */
function parts(at: number): { year: number; month: number; day: number; clock: string; nth: number } {
	const local = new Date(at + TAIPEI_MS);
	return {
		year: local.getUTCFullYear(),
		month: local.getUTCMonth() + 1,
		day: local.getUTCDate(),
		clock: `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`,
		nth: Math.floor((at + TAIPEI_MS) / DAY_MS),
	};
}

const two = (value: number): string => String(value).padStart(2, "0");

/** Writes the date of a moment (UTC milliseconds): 115年11月20日 or 2026年11月20日. */
export const dateWords = (at: number): string => {
	const { year, month, day } = parts(at);
	return `${yearText(year)}年${month}月${day}日`;
};
/** Writes a moment (UTC milliseconds) with its clock: 115年11月5日 09:30; members read 2026年11月05日 09:30. */
export const timeWords = (at: number): string =>
	writing().isStaff ? `${dateWords(at)} ${parts(at).clock}` : paddedTime(at);
/** Writes a moment (UTC milliseconds) in the form that is agreed for notes: 2026年11月05日 09:30. */
export const paddedTime = (at: number): string => {
	const { year, month, day, clock } = parts(at);
	return `${year}年${two(month)}月${two(day)}日 ${clock}`;
};
/** Writes the date of a moment (UTC milliseconds) in the ROC calendar, as on printed papers: 115年11月20日. */
export const rocDate = (at: number): string => {
	const { year, month, day } = parts(at);
	return `${year - 1911}年${month}月${day}日`;
};

/** Writes the clock of a moment (UTC milliseconds): 09:30. */
export const clockWords = (at: number): string => parts(at).clock;

/**
 * Writes a moment relative to now: 剛剛, 12 分鐘前, 今天 09:12, 昨天 16:40, 明天 10:00, or any other day as its date,
 * 11月17日, with the year when it is not this year.
 */
export function relativeWords(at: number, now: number): string {
	const [then, today] = [parts(at), parts(now)];
	const minutes = Math.floor((now - at) / 60_000);
	if (minutes >= 0 && minutes < 1) return "剛剛";
	if (minutes > 0 && minutes < 60) return `${minutes} 分鐘前`;
	const days = today.nth - then.nth;
	if (days === 0) return `今天 ${then.clock}`;
	if (days === 1) return `昨天 ${then.clock}`;
	if (days === -1) return `明天 ${then.clock}`;
	return then.year === today.year ? `${then.month}月${then.day}日` : dateWords(at);
}

/**
 * Draws a moment (UTC milliseconds) by day and clock, as for a schedule: 11月23日 09:00, and with the year when it is
 * not the year of `now`.
 */
export const dayAndClock = (at: number, now: number): VNode =>
	html`<time datetime=${new Date(at).toISOString()} title=${timeWords(at)}>${dayAndClockWords(at, now)}</time>`;

/** Writes a moment (UTC milliseconds) as `dayAndClock` shows it. */
export function dayAndClockWords(at: number, now: number): string {
	const [then, today] = [parts(at), parts(now)];
	return `${then.year === today.year ? `${then.month}月${then.day}日` : dateWords(at)} ${then.clock}`;
}

/** Draws a moment (UTC milliseconds) in the words of `relativeWords`, with the full time in its title. */
export const ago = (at: number, now: number): VNode =>
	html`<time datetime=${new Date(at).toISOString()} title=${timeWords(at)}>${relativeWords(at, now)}</time>`;

/** Draws a moment (UTC milliseconds) with its full date and time. */
export const moment = (at: number): VNode => html`<time datetime=${new Date(at).toISOString()}>${timeWords(at)}</time>`;

/** Writes the date of a moment (UTC milliseconds) with the day of the week: 115年11月20日（五）. */
export const dayWords = (at: number): string => `${dateWords(at)}（${weekdayOf(dateInTaipei(at))}）`;
