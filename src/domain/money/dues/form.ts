import * as z from "zod";
import { DUES_KINDS, type DuesKind } from "#domain/people/fees.ts";
import { plain } from "#domain/people/members/field-schemas.ts";
import { Version } from "#kernel/form.ts";

const Reason = plain(500).refine((text) => text !== "", { error: "請填寫理由。" });

/** A whole number as people type it, with its unit: full-width digits and thousands separators in their places count. */
const whole = (most: number, unit: "元" | "%", error: string) =>
	z
		.string()
		.transform((text) => text.normalize("NFKC").replaceAll(/\s/g, ""))
		.transform((text) => (text.endsWith(unit) ? text.slice(0, -1) : text))
		.refine((text) => /^(?:[0-9]{1,7}|[0-9]{1,3}(?:,[0-9]{3})+)$/.test(text), { error })
		.transform((text) => Number(text.replaceAll(",", "")))
		.refine((number) => number <= most, { error });

/** A reason for an item as it was seen: a waiver, its end, a cancellation. */
export const ReasonForm = z.strictObject({ version: Version, reason: Reason });

/** 更正: the fee before the discount, and the discount in percent. */
export const CorrectionForm = ReasonForm.extend({
	base: whole(1_000_000, "元", "請輸入 0 到 1,000,000 的整數。"),
	percent: whole(100, "%", "請輸入 0 到 100 的整數。"),
});

/** Years that can be assessed: five back, and the next one. */
export const assessableYears = (thisYear: number): number[] =>
	Array.from({ length: 7 }, (_, nth) => thisYear + 1 - nth);

/** Which kinds an assessment makes. */
export const KIND_CHOICES = ["both", "annual", "entrance"] as const;
export type KindChoice = (typeof KIND_CHOICES)[number];
export const kindsOf = (choice: KindChoice): readonly DuesKind[] => (choice === "both" ? DUES_KINDS : [choice]);

/** What is assessed, and for whom: `chosen` are the conditions of the members' list as its address has them, "" for all. */
export const AssessmentForm = z.strictObject({
	year: z.coerce.number().int().min(1980).max(2200),
	kinds: z.enum(KIND_CHOICES),
	chosen: z.string().max(10_000).default(""),
});

/** Most items of one change. */
export const DUES_BULK_MAX = 500;
const REFS = /^[1-9]\d{0,14}:\d{1,9}(?: [1-9]\d{0,14}:\d{1,9})*$/;
/** Items as they were seen, "12:3 15:1", with one reason for all. */
export const WaiversForm = z.strictObject({
	refs: z
		.string()
		.regex(REFS, { error: "請先勾選會費。" })
		.transform((text) =>
			text.split(" ").map((ref) => {
				const [id = 0, version = 0] = ref.split(":").map(Number);
				return { id, version };
			}),
		)
		.refine((refs) => refs.length <= DUES_BULK_MAX && new Set(refs.map(({ id }) => id)).size === refs.length),
	here: z.string().max(2_000).default(""),
	reason: Reason,
});
