import * as z from "zod";

const day = z.iso.date("請輸入日期，例如 2026-08-01。");

/** The form of a deputyship: the deputy, and the first and the last day in Taipei, both included. */
export const DeputyInput = z
	.strictObject({
		deputy: z
			.string()
			.regex(/^[1-9]\d*$/, "請選擇代理人。")
			.transform(Number),
		starts_on: day,
		ends_on: day,
	})
	.refine(({ starts_on, ends_on }) => starts_on <= ends_on, {
		path: ["ends_on"],
		message: "結束日期不能早於開始日期。",
	});
export type DeputyInput = z.infer<typeof DeputyInput>;
