import { AsyncLocalStorage } from "node:async_hooks";
import { type Calendar, slashed, yearIn } from "./calendar.ts";

/** How the dates of an answer are written, and whether it is for the staff, whose fields of a day are those of ui/day-field.ts. */
export type Writing = { calendar: Calendar; isStaff: boolean };

/** What holds without a request: what the association has until it chooses. */
const USUAL: Writing = { calendar: "roc", isStaff: true };
/** The pages of members and visitors write western years, whatever the association chose for its staff. */
export const MEMBERS: Writing = { calendar: "western", isStaff: false };

/** Papers, and files that leave, are written in the Republic's years whatever the association chose. */
export const PAPERS: Writing = { calendar: "roc", isStaff: true };

const now = new AsyncLocalStorage<Writing>();

/** Runs what makes an answer, whose dates are written like this; answers that are made at the same time do not mix. */
export const writtenIn = <T>(writing: Writing, run: () => T): T => now.run(writing, run);

/** Returns how dates are written in the answer that is being made. */
export const writing = (): Writing => now.getStore() ?? USUAL;

/** Writes a year in the calendar of the answer: 115 or 2026. */
export const yearText = (year: number): string => yearIn(year, writing().calendar);

/** Writes a stored day (YYYY-MM-DD) in the calendar of the answer: 115年11月20日 or 2026年11月20日. */
export const dayText = (day: string): string =>
	`${yearText(Number(day.slice(0, 4)))}年${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`;

/** Writes a stored day (YYYY-MM-DD) or month as its field holds it: 115/11/20 or 2026/11/20. */
export const daySlashed = (day: string): string => slashed(day, writing().calendar);
