import * as z from "zod";
import { PastDay } from "#domain/people/members/field-schemas.ts";
import { MEMBER_FIELDS } from "#domain/people/members/fields.ts";
import { isAdult } from "#domain/people/members/rules.ts";
import { dateInTaipei } from "#kernel/times.ts";

/**
 * The form 新增孩子: who the child is, and the parent's consent. It asks for no national id, because an answer about it would
 * tell whether the roster has it.
 */
export const ChildForm = z.strictObject({
	name: MEMBER_FIELDS.name,
	birth_date: PastDay.refine((day) => day !== null, { error: "請填寫孩子的生日。" })
		.transform((day) => day ?? "")
		.refine((day) => day === "" || !isAdult(day, dateInTaipei(Date.now())), {
			error: "已滿 18 歲的人，請本人自己申請入會。",
		}),
	gender: MEMBER_FIELDS.gender,
	consent_personal: z.literal("1", { error: "請閱讀並勾選同意，協會才能受理。" }),
	personal_version: z.string().max(20),
});
export type Child = z.infer<typeof ChildForm>;
