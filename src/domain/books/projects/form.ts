import * as z from "zod";
import { Checked, line, lines, Version } from "#kernel/form.ts";
import { dayOrNone } from "#kernel/typed.ts";

const FIELDS = {
	name: line(60).refine((text) => text !== "", { error: "請填寫專案名稱。" }),
	starts_on: dayOrNone(),
	ends_on: dayOrNone(),
	note: lines(500).default(""),
};
const inOrder = ({ starts_on, ends_on }: { starts_on: string | null; ends_on: string | null }): boolean =>
	starts_on === null || ends_on === null || starts_on <= ends_on;
const ORDER = { path: ["ends_on"], error: "結束日期不能早於開始日期。" };

export const ProjectInput = z.strictObject(FIELDS).refine(inOrder, ORDER);
export type ProjectInput = z.infer<typeof ProjectInput>;
export const ProjectEdit = z.strictObject({ ...FIELDS, version: Version, is_active: Checked }).refine(inOrder, ORDER);
export type ProjectEdit = z.infer<typeof ProjectEdit>;
