import * as z from "zod";
import { line, lines, Version } from "#kernel/form.ts";
import { amountOrNothing, dayField } from "#kernel/typed.ts";
import { CHOICES, MOST_RANDOM } from "./sample.ts";

const unknown = (typed: string) => `看不懂「${typed}」，請寫成 115/3/5 或 2026/3/5。`;

/** The form of a draw: the period, and what is drawn from it. */
export const DrawForm = z
	.strictObject({
		title: line(80).refine((text) => text !== "", { error: "請填寫查核的名稱。" }),
		from_on: dayField({ missing: "請填寫期間的第一天。", unknown }),
		to_on: dayField({ missing: "請填寫期間的最後一天。", unknown }),
		amount: amountOrNothing("請填寫大於 0 的整數金額，例如 50,000；不用金額就空白。"),
		choices: z.array(z.enum(CHOICES)).default([]),
		random: z
			.string()
			.trim()
			.default("")
			.refine((text) => /^\d{0,3}$/.test(text) && Number(text) <= MOST_RANDOM, {
				error: `請填 0 到 ${MOST_RANDOM} 的數字，不用隨機就空白。`,
			})
			.transform(Number),
	})
	.refine(({ from_on, to_on }) => from_on <= to_on, { path: ["to_on"], error: "最後一天不能早於第一天。" })
	.refine(({ amount, choices, random }) => amount > 0 || choices.length > 0 || random > 0, {
		path: ["choices"],
		error: "請至少選一種要抽的單據。",
	});
export type DrawInput = z.output<typeof DrawForm>;

/** The form of a mark: a doubt has a question; one that was asked before stays when the field is not on the form. */
export const MarkForm = z.strictObject({
	version: Version,
	mark: z.enum(["seen", "doubt"]),
	question: lines(500).default(""),
});
export type MarkInput = z.output<typeof MarkForm>;

export const AnswerForm = z.strictObject({
	version: Version,
	answer: lines(1000).refine((text) => text !== "", { error: "請填寫答覆。" }),
});
export type AnswerInput = z.output<typeof AnswerForm>;

export const CloseForm = z.strictObject({
	version: Version,
	opinion: lines(2000).refine((text) => text !== "", { error: "請填寫審核意見。" }),
});
export type CloseInput = z.output<typeof CloseForm>;
