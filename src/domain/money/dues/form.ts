import * as z from "zod";
import { DUES_KINDS, type DuesKind, plain } from "#domain/people/index.ts";
import { Version } from "#kernel/form.ts";
import { refsUpTo } from "#kernel/refs.ts";

const Reason = plain(500).refine((text) => text !== "", { error: "請填寫理由。" });

/**
 * Returns the schema of a whole number from 0 to `most`, typed with or without its unit: full-width digits and
 * correctly placed thousands separators are accepted.
 */
const whole = (most: number, unit: "元" | "%", error: string) =>
	z
		.string()
		.transform((text) => text.normalize("NFKC").replaceAll(/\s/g, ""))
		.transform((text) => (text.endsWith(unit) ? text.slice(0, -1) : text))
		.refine((text) => /^(?:[0-9]{1,7}|[0-9]{1,3}(?:,[0-9]{3})+)$/.test(text), { error })
		.transform((text) => Number(text.replaceAll(",", "")))
		.refine((number) => number <= most, { error });

/** The form for a waiver, its end, or a cancellation: the item's version and the reason. */
export const ReasonForm = z.strictObject({ version: Version, reason: Reason });

/** The form of a correction (更正): the fee before the discount, and the discount in percent. */
export const CorrectionForm = ReasonForm.extend({
	base: whole(1_000_000, "元", "請輸入 0 到 1,000,000 的整數。"),
	percent: whole(100, "%", "請輸入 0 到 100 的整數。"),
});

/** Returns the years that can be assessed: next year, this year and the five before it. */
export const assessableYears = (thisYear: number): number[] =>
	Array.from({ length: 7 }, (_, nth) => thisYear + 1 - nth);

/** The choices of kinds in the form of an assessment. */
export const KIND_CHOICES = ["both", "annual", "entrance"] as const;
export type KindChoice = (typeof KIND_CHOICES)[number];
export const kindsOf = (choice: KindChoice): readonly DuesKind[] => (choice === "both" ? DUES_KINDS : [choice]);

/**
 * The form of an assessment: the year, the kinds, and in `chosen` the filter of the members' list as its address has
 * it; "" means all members.
 */
export const AssessmentForm = z.strictObject({
	year: z.coerce.number().int().min(1980).max(2200),
	kinds: z.enum(KIND_CHOICES),
	chosen: z.string().max(10_000).default(""),
});

/** The largest number of items in one change. */
export const DUES_BULK_MAX = 500;
/** The form that waives several items, "12:3 15:1" (ids and versions), with one reason for all. */
export const WaiversForm = z.strictObject({
	refs: refsUpTo(DUES_BULK_MAX, { none: "請先勾選會費。" }),
	here: z.string().max(2_000).default(""),
	reason: Reason,
});
