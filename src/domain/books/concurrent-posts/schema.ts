import * as z from "zod";
import { line } from "#kernel/form.ts";
import { ChosenId, dayField } from "#kernel/typed.ts";

const day = (missing: string) =>
	dayField({ missing, unknown: (typed) => `看不懂「${typed}」，請寫成 115/3/5 或 2026/3/5。` });

/** Returns the latest last day of a resolution that starts on `starts`: a term of office lasts at most four years. */
const longestFrom = (starts: string): string => `${Number(starts.slice(0, 4)) + 4}${starts.slice(4)}`;

/**
 * The form of a resolution: the user concerned, the resolution, and its first and last day in Taipei, both included.
 */
export const ConcurrentPostInput = z
	.strictObject({
		user: ChosenId.refine((id) => id !== null, { error: "請選擇兼辦的人。" }),
		body: z.enum(["general", "board", "joint"], "請選擇作成決議的會議。"),
		resolution_no: line(60).refine((text) => text !== "", { error: "沒有決議就不能兼辦，請填寫屆次或決議字號。" }),
		resolved_on: day("沒有決議就不能兼辦，請填寫決議日期。"),
		starts_on: day("請填寫開始的日期。"),
		ends_on: day("請填寫最後一天，最晚到任期屆滿。"),
	})
	.refine(({ resolved_on, starts_on }) => resolved_on <= starts_on, {
		path: ["starts_on"],
		message: "開始的日期不能早於決議日期。",
	})
	.refine(({ starts_on, ends_on }) => starts_on <= ends_on, {
		path: ["ends_on"],
		message: "最後一天不能早於開始的日期。",
	})
	.refine(({ starts_on, ends_on }) => ends_on <= longestFrom(starts_on), {
		path: ["ends_on"],
		message: "最長到任期屆滿，不超過四年；下一任請重新決議。",
	});
export type ConcurrentPostInput = z.infer<typeof ConcurrentPostInput>;
