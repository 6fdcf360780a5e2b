import * as z from "zod";
import { line } from "#kernel/form.ts";
import { dayField, dayOrNone } from "#kernel/typed.ts";

const unknown = () => "看不懂這個日期，請寫成 2026/3/20 或 115/3/20。";
const Number60 = line(60);

/** The form of who passed the statements of a year (財務處理辦法 §11). `version` is 0 before they are recorded. */
export const ApprovalForm = z
	.strictObject({
		version: z.coerce.number().int().min(0),
		board_on: dayField({ missing: "請填理事會通過的日期。", unknown }),
		board_no: Number60.refine((text) => text !== "", { error: "請填會議名稱或屆次，例如第 3 屆第 5 次理事會。" }),
		audit_on: dayField({ missing: "請填監事會審核的日期。", unknown }),
		meeting_on: dayOrNone(unknown),
		meeting_no: Number60,
		filed_on: dayOrNone(unknown),
		filed_no: Number60,
	})
	.refine(({ meeting_on, meeting_no }) => (meeting_on === null) === (meeting_no === ""), {
		path: ["meeting_no"],
		error: "會員大會的日期與屆次要一起填。",
	})
	.refine(({ filed_on, filed_no }) => filed_no === "" || filed_on !== null, {
		path: ["filed_on"],
		error: "有備查文號，請填備查的日期。",
	});
export type ApprovalInput = Omit<z.infer<typeof ApprovalForm>, "version">;

export const PublicationForm = z.strictObject({ version: z.coerce.number().int().min(0) });
