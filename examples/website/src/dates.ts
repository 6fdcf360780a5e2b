import { type Html, html } from "./html.ts";

const PARTS = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Taipei", dateStyle: "short" });

/** The day in Taipei, such as 2026-11-05. */
export const dayOf = (moment: string | number): string => PARTS.format(new Date(moment));
export const yearOf = (moment: string | number): number => Number(dayOf(moment).slice(0, 4));

/** A day as people read it: 2026 年 11 月 5 日. */
export function dayInWords(moment: string): string {
	const [year, month, day] = dayOf(moment).split("-").map(Number);
	return `${year} 年 ${month} 月 ${day} 日`;
}

export const time = (moment: string): Html => html`<time datetime="${moment}">${dayInWords(moment)}</time>`;

/** A year with that of the Republic, which papers bear. */
export const yearInWords = (year: number): string => `${year} 年（民國 ${year - 1911} 年）`;
