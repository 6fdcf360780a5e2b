import * as z from "zod";
import { MOST } from "#kernel/field-limits.ts";
import { lines, Version } from "#kernel/form.ts";
import { idsUpTo } from "#kernel/query.ts";
import { RECEIPT_SERIES } from "./labels.ts";

/** A year of the Republic (民國). */
export const RocYear = z.coerce.number().int().min(1).max(999);

/** The largest number of receipts in one print; each takes a sheet. */
export const PRINT_MAX = 200;
export const Ids = idsUpTo(PRINT_MAX);
/** The paper layouts: A4 with the stub above and the original below, or A5 with the original alone. */
export const LAYOUTS = ["a4", "a5"] as const;
export type PaperLayout = (typeof LAYOUTS)[number];
export const Layout = z.enum(LAYOUTS).default("a4");

/** The query for printing one receipt. */
export const PrintQuery = z.strictObject({ layout: Layout });
/** The form that takes the original of a receipt: on which paper, as a page or as a file. */
export const PrintingForm = z.strictObject({ layout: Layout, as: z.enum(["page", "pdf"]).default("page") });
/** The form that takes the originals of many receipts, by their ids. */
export const PrintingManyForm = PrintingForm.extend({ ids: Ids });

const Reason = lines(500).refine((text) => text !== "", { error: "請說明作廢的原因。" });
const LONGEST_TITLE = 80;
const TitleText = z.string().register(MOST, { characters: LONGEST_TITLE });
const PayerTitle = TitleText.transform((text) => text.toWellFormed().replace(/\s+/g, " ").trim()).pipe(
	z.string().min(1, "請填寫抬頭。").max(LONGEST_TITLE, `抬頭最多 ${LONGEST_TITLE} 個字。`),
);

/**
 * What replaces a voided receipt: nothing, the same under another title, one for each member, or one for the whole
 * payment.
 */
export const REPLACEMENTS = ["none", "title", "per_member", "one"] as const;
export type Replacement = (typeof REPLACEMENTS)[number];

export const VoidForm = z
	.strictObject({
		version: Version,
		reason: Reason,
		replacement: z.enum(REPLACEMENTS, "請選擇要不要重開。"),
		payer_title: TitleText.default(""),
	})
	.transform((form, context) => {
		if (form.replacement === "none" || form.replacement === "per_member") return { ...form, payer_title: "" };
		const title = PayerTitle.safeParse(form.payer_title);
		if (title.success) return { ...form, payer_title: title.data };
		for (const { message } of title.error.issues) context.addIssue({ code: "custom", path: ["payer_title"], message });
		return z.NEVER;
	});

/** The form that issues a receipt (補開) in the place of one voided without a replacement. */
export const ReplacementForm = z.strictObject({ version: Version, payer_title: PayerTitle });

/** The (empty) form that mails a receipt to the payer once more. */
export const MailForm = z.strictObject({});

/** The form that sets the first number (起號) of a series in a year. */
export const SeriesForm = z.strictObject({
	series: z.enum(RECEIPT_SERIES, "請選擇收據種類。"),
	year: z.coerce
		.number("請填寫民國年。")
		.int("請填寫民國年。")
		.min(1, "請填寫民國年。")
		.max(999, "請填寫民國年。")
		.register(MOST, { characters: 3 }),
	first_no: z
		.string()
		.register(MOST, { characters: 7 })
		.transform((text) => text.normalize("NFKC").replaceAll(/[\s,]/g, ""))
		.pipe(z.string().regex(/^[0-9]{1,6}$/, "請輸入 1 到 999999 的整數。"))
		.transform(Number)
		.refine((first) => first >= 1, "請輸入 1 到 999999 的整數。"),
});
