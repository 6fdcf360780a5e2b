import * as z from "zod";
import { identify } from "#domain/system/index.ts";
import { MOST } from "#kernel/field-limits.ts";
import { within } from "#kernel/form.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayOrNone } from "#kernel/typed.ts";
import { readPhone } from "./phones.ts";

/** Matches control characters, characters that change the reading direction, and invisible ones. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/u;
export const isSeen = (text: string): boolean => !UNSEEN.test(text.replace(/\n/g, ""));
export const SEEN = { error: "含有看不見的字元，請重新輸入。" };

/** Returns the schema of one line of at most `max` characters. A pasted tab or line break becomes a space. */
export const plain = (max: number) =>
	z
		.string()
		.transform((text) =>
			text
				.normalize("NFC")
				.replace(/[\s\u3000]+/g, " ")
				.trim(),
		)
		.refine(...within(max))
		.register(MOST, { characters: max })
		.refine(isSeen, SEEN);
export const maybe = (max: number) => plain(max).transform((text) => text || null);

/** The most characters of a text that is made canonical. */
const LONGEST = 254;
/**
 * Returns the schema of a text that `read` makes canonical; null when nothing was typed. A form's field takes
 * `characters`, more than the value has when people also type spaces and signs.
 */
export const canonical = (
	read: (text: string) => string | null | undefined,
	error: string,
	characters: number = LONGEST,
) =>
	z
		.string()
		.max(LONGEST, { error })
		.register(MOST, { characters })
		.transform((text, context): string | null => {
			if (text.trim() === "") return null;
			const value = read(text);
			if (value) return value;
			context.addIssue({ code: "custom", message: error });
			return z.NEVER;
		});

export const mobile = (text: string): string | undefined => {
	const read = readPhone(text);
	return read && "mobile" in read ? read.mobile : undefined;
};
export const anyPhone = (text: string): string | undefined => {
	const read = readPhone(text);
	return read === null ? undefined : "mobile" in read ? read.mobile : read.landline;
};
export const email = (text: string): string | undefined => {
	const known = identify(text);
	return known?.kind === "email" ? known.email : undefined;
};
export const digits = (text: string): string => text.normalize("NFKC").replace(/[\s-]/g, "");

/** A day as people write it. */
const Day = dayOrNone(() => "請輸入正確的日期，例如 1985/3/5、74/3/5 或 民國74年3月5日。");
// The clock is read here, so that a day in the future is reported together with the other errors.
const isPast = (day: string | null): boolean => day === null || day <= dateInTaipei(Date.now());
/** A day that is not in the future; null when nothing was typed. */
export const PastDay = Day.refine(isPast, { error: "日期不能在今天之後。" });

export const choice = <const T extends readonly [string, ...string[]]>(codes: T) =>
	z
		.enum([...codes, ""], { error: "請從選項中選擇。" })
		.transform((code): T[number] | null => (code === "" ? null : code));
