import * as z from "zod";
import { MOST } from "#kernel/field-limits.ts";
import { Checked, line, lines, Version } from "#kernel/form.ts";
import { asked } from "#kernel/query.ts";
import { type DayWords, dayField, readDay } from "#kernel/typed.ts";
import { LINE_FIELDS, MOST_LINES, NO_LINE, type TypedLine } from "./lines.ts";

const DAY: DayWords = {
	missing: "請填寫日期。",
	unknown: (typed) => `「${typed}」不是正確的日期，請寫成 2026/11/20 或 115/11/20。`,
};
/** Reads the typed day of a voucher. Returns the day, or what is wrong with it. */
export const readVoucherDay = (text: string) => readDay(text, DAY);
/** The day of a voucher as a form field. */
export const Day = dayField(DAY);

const cells = (characters: number) =>
	z.array(z.string().max(300).register(MOST, { characters })).max(MOST_LINES + 1, `一張傳票最多 ${MOST_LINES} 行。`);
const Cells = cells(80);
const CELLS = {
	account: Cells,
	memo: cells(200),
	debit: Cells,
	credit: Cells,
	member: Cells,
	project: Cells,
	budget: Cells,
};
export const DESCRIPTION_MAX = 200;

/**
 * The form of a voucher: a list for each column. Errors in its lines and day are reported by the code that reads them,
 * because a form that only asks for more rows or a template may lack both.
 */
export const VoucherForm = z.strictObject({
	...CELLS,
	date: z.string().max(40, "看不懂這個日期。").default(""),
	description: line(DESCRIPTION_MAX).default(""),
	turns_next_year: Checked,
	/** The resolution of the 理事會 by which money leaves 基金專戶; `readResolution` reads its day. */
	resolution_no: line(80).default(""),
	resolution_on: z.string().max(40, "看不懂這個日期。").default(""),
	/** 仍要過帳: the user has read the warning about accounts that the program posts to by itself. */
	tied_known: Checked,
	template: z
		.string()
		.regex(/^\d{0,15}$/)
		.default(""),
	step: z.enum(["save", "post", "more", "fill"]).default("save"),
	version: Version.optional(),
});
export type VoucherForm = z.infer<typeof VoucherForm>;

/** Returns the typed rows of a voucher's form. */
export const rowsOf = (form: Pick<VoucherForm, (typeof LINE_FIELDS)[number]>): TypedLine[] =>
	Array.from({ length: Math.max(...LINE_FIELDS.map((name) => form[name].length)) }, (_, at) => ({
		...NO_LINE,
		...Object.fromEntries(LINE_FIELDS.map((name) => [name, form[name][at] ?? ""])),
	}));

/**
 * The query of the page of a new voucher, which may begin with the lines of an existing voucher (`copy`), from a
 * template, or by moving the balance of a cash account to its sub-accounts (`empty`).
 */
export const NewVoucherQuery = z.strictObject({
	empty: asked(z.coerce.number().int().positive()),
	copy: asked(z.coerce.number().int().positive()),
	template: asked(z.coerce.number().int().positive()),
});

export const DraftRef = z.strictObject({ version: Version });

/** The form of a reversal (沖銷): its day, and the required reason. */
export const ReversalForm = z.strictObject({
	version: Version,
	date: Day,
	reason: lines(150).refine((text) => text !== "", { error: "請說明沖銷的原因。" }),
});
