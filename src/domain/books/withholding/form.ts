import * as z from "zod";
import { readAmount } from "#kernel/amounts.ts";
import { line } from "#kernel/form.ts";
import { dayField } from "#kernel/typed.ts";
import { isRate, RATE_KINDS } from "./rates.ts";

/** The highest rate: parts per 10,000, as a CHECK of migration 0072 has it. */
const MOST_RATE = 4_000;
const MOST_AMOUNT = 99_999_999;

/** Reads a rate as typed, 2.11 or 2.11%, in parts per 10,000; null for anything else. */
function readRate(text: string): number | null {
	const [, number] = /^(\d{1,2}(?:\.\d{1,2})?)%?$/.exec(text.normalize("NFKC").replaceAll(/\s/g, "")) ?? [];
	const rate = number === undefined ? 0 : Math.round(Number(number) * 100);
	return rate >= 1 && rate <= MOST_RATE ? rate : null;
}

function readThreshold(text: string): number | null {
	const amount = readAmount(text);
	return amount === null || amount > MOST_AMOUNT ? null : amount;
}

/** The form of a value from a day on: a rate as a percentage, a threshold in whole NT$. */
export const RateForm = z
	.strictObject({
		kind: z.enum(RATE_KINDS, "請選擇項目。"),
		from_on: dayField({ missing: "請填寫從哪一天起，例如 116/1/1。" }),
		value: line(20).refine((text) => text !== "", { error: "請填寫數值。" }),
	})
	.transform(({ kind, from_on, value: typed }, context) => {
		const value = isRate(kind) ? readRate(typed) : readThreshold(typed);
		if (value !== null) return { kind, from_on, value };
		const message = isRate(kind)
			? "請填寫百分比，最高 40%，最多兩位小數，例如 2.11。"
			: "請填寫大於 0 的整數金額，例如 29,500。";
		context.addIssue({ code: "custom", path: ["value"], message });
		return z.NEVER;
	});
export type RateInput = z.output<typeof RateForm>;
