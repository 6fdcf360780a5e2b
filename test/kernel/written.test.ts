import { expect, test } from "vitest";
import { type Calendar, readDate, slashed } from "#kernel/calendar.ts";
import { daySlashed, dayText, MEMBERS, PAPERS, writing, writtenIn } from "#kernel/written.ts";
import { random } from "../support/random.ts";

const CALENDARS: readonly Calendar[] = ["roc", "western"];
const DAY_MS = 86_400_000;
const [FIRST, LAST] = [Date.UTC(1912, 0, 1), Date.UTC(2100, 11, 31)];
const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days from 1912 to 2100: the ends, all leap days, the years about 民國31 and 民國100, and a thousand others. */
function days(): string[] {
	const { next } = random(115);
	const leap = Array.from({ length: 189 }, (_, nth) => `${1912 + nth}-02-29`).filter(
		(day) => isoOf(Date.parse(day)) === day,
	);
	const others = Array.from({ length: 1_000 }, () =>
		isoOf(FIRST + Math.floor(next() * ((LAST - FIRST) / DAY_MS + 1)) * DAY_MS),
	);
	return [isoOf(FIRST), isoOf(LAST), "1942-12-31", "1943-01-01", "2010-12-31", "2011-01-01", ...leap, ...others];
}

test.each(CALENDARS)("what is written in %s is read as the same day, and never as another", (calendar) => {
	for (const day of days())
		writtenIn({ calendar, isStaff: true }, () => {
			expect(readDate(dayText(day)), day).toEqual({ date: day, ambiguous: false });
			expect(readDate(daySlashed(day)), day).toEqual({ date: day, ambiguous: false });
		});
});

test("a day outside of the years that both calendars number is written western", () => {
	expect(["1911-12-31", "2111-01-01"].map((day) => slashed(day, "roc"))).toEqual(["1911/12/31", "2111/01/01"]);
	expect(dayText("1905-03-05")).toBe("1905年3月5日");
	expect(["1912-01-01", "1942-12-31", "1943-01-01", "2026-11-30"].map(dayText)).toEqual([
		"民國1年1月1日",
		"民國31年12月31日",
		"32年1月1日",
		"115年11月30日",
	]);
});

test("answers that are made at the same time each keep their own calendar", async () => {
	const texts: string[] = [];
	const answer = (calendar: Calendar) =>
		writtenIn({ calendar, isStaff: true }, async () => {
			for (let n = 0; n < 3; n++) {
				texts.push(`${calendar} ${dayText("2026-11-30")}`);
				await Promise.resolve();
			}
		});
	await Promise.all(CALENDARS.map(answer));
	expect(texts.toSorted()).toEqual([...Array(3).fill("roc 115年11月30日"), ...Array(3).fill("western 2026年11月30日")]);
	expect(writing().calendar).toBe("roc");
	expect([MEMBERS.calendar, PAPERS.calendar]).toEqual(["western", "roc"]);
});
