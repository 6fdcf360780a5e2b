import * as z from "zod";
import { readAmount } from "./amounts.ts";
import { readings, readTyped } from "./calendar.ts";
import { dateInTaipei } from "./times.ts";

// Fields of forms: a day in any style of a date, an amount, a chosen record.

/** The error messages for a day that was not typed, and for a typed text that cannot be read as a day. */
export type DayWords = { missing: string; unknown: (typed: string) => string };
const NOT_READ = "看不懂這個日期。";
const LONGEST_DAY = 40;
/** The message for a typed text that cannot be read as a day, where a form has no better one. */
const unreadable = (typed: string): string => `看不懂「${typed}」，或沒有這一天，請寫成 115/11/20 或 2026/11/20。`;

/**
 * Reads a day in any style of a date (115/3/5, 民國115年3月5日, 2026-03-05, 3/5 of this year) as YYYY-MM-DD, or returns
 * what is wrong with it: 2/30 does not exist, and for an ambiguous day the message names both readings. The clock is
 * read here, so that a day is reported together with the other errors of its form.
 */
export function readDay(text: string, { missing, unknown }: DayWords): { day: string } | { problem: string } {
	const typed = text.trim();
	if (typed === "") return { problem: missing };
	const read = readTyped(typed, Number(dateInTaipei(Date.now()).slice(0, 4)));
	if (!read) return { problem: unknown(typed) };
	if (!read.ambiguous) return { day: read.date };
	const words = readings(read.date).join("，也可能是");
	return { problem: `「${typed}」可能是${words}，請把年份寫完整，例如 115/11/20 或 2026/11/20。` };
}

function take(text: string, words: DayWords, context: z.RefinementCtx): string {
	const read = readDay(text, words);
	if ("day" in read) return read.day;
	context.addIssue({ code: "custom", message: read.problem });
	return z.NEVER;
}

/**
 * Returns the schema of a required day, which it returns as YYYY-MM-DD; it refuses what `readDay` refuses, with the
 * messages in `words`.
 */
export const dayField = ({ missing, unknown = unreadable }: Pick<DayWords, "missing"> & Partial<DayWords>) =>
	z
		.string()
		.max(LONGEST_DAY, NOT_READ)
		.transform((text, context) => take(text, { missing, unknown }, context));

/**
 * Returns the schema of a day, which it returns as YYYY-MM-DD, or as null for an empty text; `unknown` is the message
 * for a text that cannot be read.
 */
export const dayOrNone = (unknown: DayWords["unknown"] = unreadable) =>
	z
		.string()
		.trim()
		.max(LONGEST_DAY, NOT_READ)
		.default("")
		.transform((text, context) => (text === "" ? null : take(text, { missing: "", unknown }, context)));

/** The schema of a day in an address, as it was typed into the fields of a list; undefined when there is none. */
export const AskedDay = z
	.string()
	.max(LONGEST_DAY, NOT_READ)
	.optional()
	.transform((text, context) =>
		text === undefined || text.trim() === "" ? undefined : take(text, { missing: "", unknown: unreadable }, context),
	);

/** The text of an amount as people type it, with commas and 元. */
export const AmountText = z.string().trim().max(20, "金額太長，請只填數字，例如 1,000。");

/** Returns the schema of an amount in whole NT$ above 0. */
export const amountField = (words: string) =>
	AmountText.transform((text, context) => {
		const amount = readAmount(text);
		if (amount !== null) return amount;
		context.addIssue({ code: "custom", message: words });
		return z.NEVER;
	});

/**
 * Returns the schema of an optional amount in whole NT$: an empty text, or 0, is 0; `words` is the message for a text
 * that is no amount.
 */
export const amountOrNothing = (words: string) =>
	AmountText.default("").transform((text, context) => {
		if (/^[0０]*$/.test(text)) return 0;
		const amount = readAmount(text);
		if (amount !== null) return amount;
		context.addIssue({ code: "custom", message: words });
		return z.NEVER;
	});

/** The schema of the id of a record chosen from a list; null when nothing was chosen. */
export const ChosenId = z
	.string()
	.regex(/^\d{0,15}$/, "請從選項中選擇。")
	.default("")
	.transform((text) => (text === "" ? null : Number(text)));

/** Returns an account number in its stored form: digits and dashes of any width become plain ones. */
export const plainAccount = (text: string): string =>
	text
		.normalize("NFKC")
		.replaceAll(/\p{Pd}/gu, "-")
		.replaceAll(/\s/g, "");

/** Returns the digits of an account number, by which two of them are compared. */
export const undashed = (account: string): string => account.replaceAll("-", "");
