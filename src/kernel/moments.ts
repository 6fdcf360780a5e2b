import { clockBehind } from "./calendar.ts";
import { readClock } from "./clock.ts";
import { fromTaipeiInput } from "./times.ts";
import { readDay } from "./typed.ts";

// A day and a time of day, typed into two fields and sent, kept and compared as one text: "2026-11-23T09:00" in Taipei, or
// what was typed on both sides of the T while it cannot be read.

/** What is behind the name of a day's field in the name of the field of its time. */
export const CLOCK = "-clock";

const DAY = {
	missing: "還沒填日期，例如 115/11/20。",
	unknown: (typed: string) => `看不懂「${typed}」這個日期，或沒有這一天，請寫成 115/11/20 或 2026/11/20。`,
};
const NO_CLOCK = "還沒填時間，例如 9:30 或 下午2:30。";

/** What was typed of a moment: its day and its time of day. */
export type TypedMoment = { day: string; clock: string };

/** Returns the two typed texts of a moment; a time typed behind its day is that of its own field, when that is empty. */
export function momentParts(text: string): TypedMoment {
	const at = text.lastIndexOf("T");
	const parts = at < 0 ? { day: text, clock: "" } : { day: text.slice(0, at), clock: text.slice(at + 1) };
	const behind = parts.clock.trim() === "" ? clockBehind(parts.day) : undefined;
	return behind ?? parts;
}

/** Reads the day of a moment; a year of ISO 8601 before 1000 (0001-01-01) is none of the Republic. */
const dayOf = (typed: string): ReturnType<typeof readDay> =>
	/^\s*0\d{3}-\d\d-/.test(typed) ? { problem: DAY.unknown(typed.trim()) } : readDay(typed, DAY);

/** Reads both parts of a moment: each as it is kept, or what is wrong with it. */
function readParts(text: string) {
	const typed = momentParts(text);
	const day = dayOf(typed.day);
	return { day, clock: typed.clock.trim() === "" ? { problem: NO_CLOCK } : readClock(typed.clock) };
}

/** Returns which parts of a refused moment are wrong: those that cannot be read, else both. */
export function wrongParts(text: string): Record<keyof TypedMoment, boolean> {
	const { day, clock } = readParts(text);
	const [isDayRead, isClockRead] = ["day" in day, "clock" in clock];
	return { day: !isDayRead || isClockRead, clock: !isClockRead || isDayRead };
}

/** Reads a moment as UTC milliseconds, or says what is wrong with its day and with its time. */
export function readMoment(text: string): { at: number } | { problem: string } {
	const { day, clock } = readParts(text);
	if ("day" in day && "clock" in clock) {
		const at = fromTaipeiInput(`${day.day}T${clock.clock}`);
		return at === null ? { problem: DAY.unknown(day.day) } : { at };
	}
	return { problem: [day, clock].flatMap((one) => ("problem" in one ? [one.problem] : [])).join("") };
}

/** Joins what was typed into the two fields of a moment, as it is kept; "" when both are empty. */
export function joinedMoment({ day, clock }: TypedMoment): string {
	if (day.trim() === "" && clock.trim() === "") return "";
	const text = clock.trim() === "" ? day : `${day}T${clock}`;
	const read = readParts(text);
	if ("day" in read.day && "clock" in read.clock) return `${read.day.day}T${read.clock.clock}`;
	const typed = momentParts(text);
	return `${typed.day}T${typed.clock}`;
}

/** Joins the two fields of each moment to one value of its name, in what a form sent: texts by name, or lists of them. */
export function joinMoments<T extends string | string[]>(fields: Record<string, T>): Record<string, T> {
	const join = (days: T, clocks: T): T =>
		(Array.isArray(days)
			? days.map((day, at) => joinedMoment({ day, clock: [clocks].flat()[at] ?? "" }))
			: joinedMoment({ day: days, clock: [clocks].flat()[0] ?? "" })) as T;
	const isClock = (name: string): boolean => name.endsWith(CLOCK) && name.slice(0, -CLOCK.length) in fields;
	return Object.fromEntries(
		Object.entries(fields)
			.filter(([name]) => !isClock(name))
			.map(([name, value]) => {
				const clock = fields[name + CLOCK];
				return [name, clock === undefined ? value : join(value, clock)];
			}),
	);
}
