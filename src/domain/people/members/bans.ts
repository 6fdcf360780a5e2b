import * as z from "zod";
import { OptionalId } from "./form.ts";
import { PersonSearch } from "./search.ts";

/** Why a person is out of everything about a member (不得告知): a court says so, somebody asked for it, or there is danger. */
export const BAN_REASONS = ["court", "asked", "danger"] as const;
export type BanReason = (typeof BAN_REASONS)[number];
export const BAN_REASON_LABELS: Record<BanReason, string> = {
	court: "法院的裁定或保護令",
	asked: "本人或另一位法定代理人要求",
	danger: "安全上的疑慮",
};

/** The steps of ending a ban: one user asks for it, another one lifts it, or it is kept after all. */
export const LIFTS = ["ask", "lift", "keep"] as const;
export type Lift = (typeof LIFTS)[number];

export const BanForm = z.strictObject({
	person: OptionalId.refine((id) => id !== null, { error: "請選擇不得告知的人。" }).transform((id) => id ?? 0),
	reason: z.enum(BAN_REASONS, { error: "請選擇原因。" }),
	q: PersonSearch,
});
export const LiftForm = z.strictObject({ ban: z.coerce.number().int().positive(), step: z.enum(LIFTS) });
