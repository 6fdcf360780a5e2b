import * as z from "zod";
import { lines, Version } from "#kernel/form.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import { RECEIPT_SERIES, RECEIPT_STATUSES } from "./labels.ts";

export const RECEIPT_SORTS = ["number", "-number", "title", "-title", "amount", "-amount"] as const;
export type ReceiptSort = (typeof RECEIPT_SORTS)[number];

/** A year of the Republic. */
const RocYear = z.coerce.number().int().min(1).max(999);

const FILTER = {
	q: z
		.string()
		.default("")
		.transform((text) => text.toWellFormed().trim().slice(0, 80).toWellFormed()),
	series: asked(z.enum(RECEIPT_SERIES)),
	year: asked(RocYear),
	status: asked(z.enum(RECEIPT_STATUSES)),
	/** Whether the original was printed. */
	original: asked(z.enum(["taken", "waiting"])),
	/** Days of issue in Taipei, both included. */
	from: asked(z.iso.date()),
	to: asked(z.iso.date()),
};

/** What the list of receipts may be asked for. */
export const ReceiptListQuery = z.strictObject({ ...FILTER, sort: asked(z.enum(RECEIPT_SORTS)), page: PageNumber });
export type ReceiptListQuery = z.infer<typeof ReceiptListQuery>;
/** The conditions alone. */
export type ReceiptFilter = Omit<ReceiptListQuery, "sort" | "page">;

/** Whether more is asked for than all of them. */
export const isNarrowed = (query: Record<string, string>): boolean =>
	Object.entries(query).some(([name, value]) => name in FILTER && value !== "");

/** The conditions in force as an address has them, without order and page; "" for none. */
export function conditionsOf(query: Record<string, string>): string {
	const named = Object.entries(query).filter(([name, value]) => name in FILTER && value !== "");
	return new URLSearchParams(named).toString();
}

/** What such a text, or the one of the whole list ("*" as the bulk band sends it), asks for; undefined for another. */
export const askedBy = (text: string): ReceiptListQuery | undefined =>
	ReceiptListQuery.safeParse(Object.fromEntries(new URLSearchParams(text === "*" ? "" : text))).data;

/** Most receipts of one print: as many sheets. */
export const PRINT_MAX = 200;
/** Ids in an address: "12.15.20". */
const Ids = z
	.string()
	.regex(/^[1-9]\d{0,14}(?:\.[1-9]\d{0,14}){0,199}$/)
	.transform((text) => [...new Set(text.split(".").map(Number))]);

/** A4: stub above, original below. A5: the original alone. */
export const LAYOUTS = ["a4", "a5"] as const;
export type PaperLayout = (typeof LAYOUTS)[number];
const Layout = z.enum(LAYOUTS).default("a4");

/** How one receipt is printed. */
export const PrintQuery = z.strictObject({ layout: Layout });
/** What is printed at once: the ids that were ticked, else all that fit the conditions of the list. */
export const PrintManyQuery = z.strictObject({
	...FILTER,
	sort: asked(z.enum(RECEIPT_SORTS)),
	ids: Ids.optional(),
	layout: Layout,
});
export type PrintManyQuery = z.infer<typeof PrintManyQuery>;

/** Taking the original: on which paper, as a page or as a file. */
export const PrintingForm = z.strictObject({ layout: Layout, as: z.enum(["page", "pdf"]).default("page") });
/** The same of many, by their ids. */
export const PrintingManyForm = PrintingForm.extend({ ids: Ids });

const Reason = lines(500).refine((text) => text !== "", { error: "請說明作廢的原因。" });
const PayerTitle = z
	.string()
	.transform((text) => text.toWellFormed().replace(/\s+/g, " ").trim())
	.pipe(z.string().min(1, "請填寫抬頭。").max(80, "抬頭最多 80 個字。"));

/** What follows a voiding: nothing, the same with another title, one for each member, one for the whole payment. */
export const REPLACEMENTS = ["none", "title", "per_member", "one"] as const;
export type Replacement = (typeof REPLACEMENTS)[number];

export const VoidForm = z
	.strictObject({
		version: Version,
		reason: Reason,
		replacement: z.enum(REPLACEMENTS, "請選擇要不要重開。"),
		payer_title: z.string().default(""),
	})
	.transform((form, context) => {
		if (form.replacement === "none" || form.replacement === "per_member") return { ...form, payer_title: "" };
		const title = PayerTitle.safeParse(form.payer_title);
		if (title.success) return { ...form, payer_title: title.data };
		for (const { message } of title.error.issues) context.addIssue({ code: "custom", path: ["payer_title"], message });
		return z.NEVER;
	});

/** 補開: a receipt in the place of one that was voided without. */
export const ReplacementForm = z.strictObject({ version: Version, payer_title: PayerTitle });

/** Sending it to the payer once more. */
export const MailForm = z.strictObject({});

/** 存根簿: a year of a series, or a month of it. */
export const BookQuery = z.strictObject({
	series: z.enum(RECEIPT_SERIES).default("dues"),
	year: asked(RocYear),
	month: asked(z.coerce.number().int().min(1).max(12)),
});
export type BookQuery = z.infer<typeof BookQuery>;

export const GapsQuery = z.strictObject({});

/** 起號. */
export const SeriesForm = z.strictObject({
	series: z.enum(RECEIPT_SERIES, "請選擇收據種類。"),
	year: z.coerce.number("請填寫民國年。").int("請填寫民國年。").min(1, "請填寫民國年。").max(999, "請填寫民國年。"),
	first_no: z
		.string()
		.transform((text) => text.normalize("NFKC").replaceAll(/[\s,]/g, ""))
		.pipe(z.string().regex(/^[0-9]{1,6}$/, "請輸入 1 到 999999 的整數。"))
		.transform(Number)
		.refine((first) => first >= 1, "請輸入 1 到 999999 的整數。"),
});
