import * as z from "zod";
import { readAmount } from "./amounts.ts";
import { readDate, rocWords } from "./calendar.ts";

// Fields of forms that people type into: a day in any style of a date, an amount, what was chosen.

/** What is said of a day that is missing, and of one that cannot be read. */
export type DayWords = { missing: string; unknown: (typed: string) => string };
const NOT_READ = "看不懂這個日期。";

/**
 * A day in any style of a date (115/3/5, 民國115年3月5日, 2026-03-05), as YYYY-MM-DD; or what is wrong with it: 2/30 is no day, and
 * one that may be meant otherwise is shown as it would be read.
 */
export function readDay(text: string, { missing, unknown }: DayWords): { day: string } | { problem: string } {
	const typed = text.trim();
	if (typed === "") return { problem: missing };
	const read = readDate(typed);
	if (!read) return { problem: unknown(typed) };
	if (!read.ambiguous) return { day: read.date };
	return { problem: `「${typed}」會讀成民國${rocWords(read.date)}，請把年份寫完整，例如 115/11/20 或 2026/11/20。` };
}

function take(text: string, words: DayWords, context: z.RefinementCtx): string {
	const read = readDay(text, words);
	if ("day" in read) return read.day;
	context.addIssue({ code: "custom", message: read.problem });
	return z.NEVER;
}

/** A day that has to be there. */
export const dayField = (words: DayWords) =>
	z
		.string()
		.max(40, NOT_READ)
		.transform((text, context) => take(text, words, context));

/** A day, or null for none. */
export const dayOrNone = (unknown: DayWords["unknown"]) =>
	z
		.string()
		.trim()
		.max(40, NOT_READ)
		.default("")
		.transform((text, context) => (text === "" ? null : take(text, { missing: "", unknown }, context)));

/** An amount in whole NT$ above 0. */
export const amountField = (words: string) =>
	z.string().transform((text, context) => {
		const amount = readAmount(text);
		if (amount !== null) return amount;
		context.addIssue({ code: "custom", message: words });
		return z.NEVER;
	});

/** An amount that may be left away: nothing typed, or 0, is 0. */
export const amountOrNothing = (words: string) =>
	z
		.string()
		.trim()
		.max(40)
		.default("")
		.transform((text, context) => {
			if (/^[0０]*$/.test(text)) return 0;
			const amount = readAmount(text);
			if (amount !== null) return amount;
			context.addIssue({ code: "custom", message: words });
			return z.NEVER;
		});

/** What was chosen from a list of records: its id, or null for none. */
export const ChosenId = z
	.string()
	.regex(/^\d{0,15}$/, "請從選項中選擇。")
	.default("")
	.transform((text) => (text === "" ? null : Number(text)));
