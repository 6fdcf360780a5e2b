import * as z from "zod";
import { readDate } from "#kernel/calendar.ts";
import { Checked, line, lines, Version } from "#kernel/form.ts";

/** The schema of a day that may be typed in any notation; null when it is empty. */
const Day = z
	.string()
	.max(40)
	.default("")
	.transform((text, context) => {
		const read = text.trim() === "" ? { date: null, ambiguous: false } : readDate(text);
		if (read && !read.ambiguous) return read.date;
		context.addIssue({ code: "custom", message: "請填寫正確的日期，例如 2026/11/20 或 115/11/20。" });
		return z.NEVER;
	});

const FIELDS = {
	name: line(60).refine((text) => text !== "", { error: "請填寫專案名稱。" }),
	starts_on: Day,
	ends_on: Day,
	note: lines(500).default(""),
};
const inOrder = ({ starts_on, ends_on }: { starts_on: string | null; ends_on: string | null }): boolean =>
	starts_on === null || ends_on === null || starts_on <= ends_on;
const ORDER = { path: ["ends_on"], error: "結束日期不能早於開始日期。" };

export const ProjectInput = z.strictObject(FIELDS).refine(inOrder, ORDER);
export type ProjectInput = z.infer<typeof ProjectInput>;
export const ProjectEdit = z.strictObject({ ...FIELDS, version: Version, is_active: Checked }).refine(inOrder, ORDER);
export type ProjectEdit = z.infer<typeof ProjectEdit>;
