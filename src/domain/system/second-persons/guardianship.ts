import * as z from "zod";

/**
 * As what a guardian stands for a member: a parent or the guardian of a minor; the guardian of an adult by 監護宣告; the
 * assistant of an adult by 輔助宣告, who is no legal representative (docs/workflows.md#guardians).
 */
export const GUARDIAN_ROLES = ["parent", "ordered", "assistant"] as const;
export type GuardianRole = (typeof GUARDIAN_ROLES)[number];
/** Whether parents act together (共同) or one of them alone (單獨), where a paper says so. */
export const AUTHORITIES = ["joint", "sole"] as const;
export type Authority = (typeof AUTHORITIES)[number];

/** Which of a member's two guardians is meant. */
export const SLOTS = ["first", "second"] as const;
export type Slot = (typeof SLOTS)[number];

/** As what a guardian stands, and by which paper of which day (YYYY-MM-DD). */
export const GuardianStanding = z.strictObject({
	role: z.enum(GUARDIAN_ROLES),
	authority: z.enum(AUTHORITIES).nullable(),
	paper: z.string().nullable(),
	paper_on: z.iso.date().nullable(),
	has_custody: z.boolean(),
});
export type GuardianStanding = z.infer<typeof GuardianStanding>;

/** What is asked for about a guardian; `{}` is the first guardian, whose standing stays as it is. */
export const AskedGuardian = z.strictObject({
	slot: z.enum(SLOTS).default("first"),
	as: GuardianStanding.optional(),
});
