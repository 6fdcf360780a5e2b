import * as z from "zod";
import { dayField } from "#kernel/typed.ts";

/** The form of a deputyship: the deputy, and the first and the last day in Taipei, both included. */
export const DeputyInput = z
	.strictObject({
		deputy: z
			.string()
			.regex(/^[1-9]\d*$/, "請選擇代理人。")
			.transform(Number),
		starts_on: dayField({ missing: "請填寫開始日期。" }),
		ends_on: dayField({ missing: "請填寫結束日期。" }),
	})
	.refine(({ starts_on, ends_on }) => starts_on <= ends_on, {
		path: ["ends_on"],
		message: "結束日期不能早於開始日期。",
	});
export type DeputyInput = z.infer<typeof DeputyInput>;
