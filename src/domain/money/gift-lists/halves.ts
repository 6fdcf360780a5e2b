import * as z from "zod";
import { rocYear } from "#kernel/calendar.ts";

/** A half-year, such as "2026-H1", by which its list of gifts (捐款徵信) is known. */
export const Half = z.string().regex(/^[12]\d{3}-H[12]$/);
export type Half = string;

const parts = (half: Half) => ({ year: Number(half.slice(0, 4)), isFirst: half.endsWith("1") });

/** Returns the first and the last day of a half-year. */
export function daysOfHalf(half: Half): { from: string; to: string } {
	const { year, isFirst } = parts(half);
	return isFirst ? { from: `${year}-01-01`, to: `${year}-06-30` } : { from: `${year}-07-01`, to: `${year}-12-31` };
}

/** Returns the half-year that a day lies in. */
export const halfOf = (day: string): Half => `${day.slice(0, 4)}-H${day.slice(5, 7) <= "06" ? 1 : 2}`;

/** Whether a half-year is over on a day: before that its list is not complete. */
export const isOver = (half: Half, today: string): boolean => today > daysOfHalf(half).to;

/** Returns the half-years that were over on a day since the one of `first`, the newest first. */
export function halvesSince(first: string, today: string): Half[] {
	const halves: Half[] = [];
	for (let half = halfOf(first); isOver(half, today); half = after(half)) halves.unshift(half);
	return halves;
}

function after(half: Half): Half {
	const { year, isFirst } = parts(half);
	return isFirst ? `${year}-H2` : `${year + 1}-H1`;
}

/** Returns a half-year as people say it: 115 年上半年. */
export function halfWords(half: Half): string {
	const { year, isFirst } = parts(half);
	return `${rocYear(year)} 年${isFirst ? "上" : "下"}半年`;
}
