import * as z from "zod";
import { line, Version } from "#kernel/form.ts";
import { amountField, dayField } from "#kernel/typed.ts";

/** The most years that a plan for what was left may run (免納所得稅適用標準 §2 I 8). */
export const PLAN_YEARS = 4;

const Year = z.coerce.number({ error: "請選擇年度。" }).int({ error: "請選擇年度。" }).min(1980).max(2203);
const FIELDS = {
	first_year: Year,
	last_year: Year,
	amount: amountField("請填計畫的金額，大於 0 的整數，例如 800,000。"),
	approval_no: line(80).refine((text) => text !== "", { error: "請填主管機關同意的文號。" }),
	approved_on: dayField({
		missing: "請填主管機關同意的日期。",
		unknown: (typed) => `看不懂「${typed}」，請照 115/1/31 填。`,
	}),
};

/** The form of the plan for what a year left (結餘使用計畫). */
export const PlanForm = z
	.strictObject({ ...FIELDS, version: Version })
	.superRefine(({ first_year, last_year }, context) => {
		const say = (message: string) => context.addIssue({ code: "custom", path: ["last_year"], message });
		if (last_year < first_year) say("最後一年不能早於第一年。");
		else if (last_year - first_year >= PLAN_YEARS) say(`計畫最多 ${PLAN_YEARS} 年。`);
	});
export type PlanForm = z.infer<typeof PlanForm>;
export type SurplusPlan = Omit<PlanForm, "version">;
export const PlanRemoval = z.strictObject({ version: Version });

/** Returns the years in which what a year left may be spent by a plan. */
export const planYears = (year: number): number[] => Array.from({ length: PLAN_YEARS }, (_, nth) => year + nth + 1);
