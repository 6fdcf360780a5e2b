import * as z from "zod";
import type { VoucherPageRow } from "#db/books/voucher-drafts.ts";
import { paths } from "#http/paths.ts";
import type { Tab } from "#ui/page.ts";
import { LEDGER_CRUMBS, VOUCHER_KINDS } from "./words.ts";

const { ledger } = paths.admin;

/** The name of the area of manual vouchers, and the breadcrumbs of its pages. */
export const VOUCHERS = "傳票";
export const DRAFT_CRUMBS = [...LEDGER_CRUMBS, { label: "傳票草稿", href: ledger.drafts() }];
export const JOURNAL_CRUMBS = [...LEDGER_CRUMBS, { label: "日記簿", href: ledger.journal() }];
export const TEMPLATE_CRUMBS = [...LEDGER_CRUMBS, { label: "常用分錄", href: ledger.templates() }];

const tabsOf =
	(places: readonly (readonly [string, string])[]) =>
	(here: string): Tab[] =>
		places.map(([label, href]) => ({ label, href, current: href === here }));

/** Returns the tabs of the pages of manual vouchers. */
export const voucherTabs = tabsOf([
	["傳票草稿", ledger.drafts()],
	["常用分錄", ledger.templates()],
	["開帳", ledger.opening()],
]);
const VoucherLines = z.array(
	z.object({
		account_id: z.int(),
		code: z.string(),
		name: z.string(),
		is_active: z.int(),
		debit: z.int(),
		credit: z.int(),
		memo: z.string(),
		member_id: z.int().nullable(),
		member_no: z.string().nullable(),
		project_id: z.int().nullable(),
		project: z.string().nullable(),
		budget_item_id: z.int().nullable(),
		budget: z.string().nullable(),
	}),
);
export type VoucherLine = z.infer<typeof VoucherLines>[number];

/** Parses the lines of a voucher from the JSON of its row. */
export const voucherLines = ({ lines }: Pick<VoucherPageRow, "lines">): VoucherLine[] =>
	VoucherLines.parse(JSON.parse(lines));

/** Returns a voucher's name: 收入傳票 收115-0001; 傳票草稿 12. */
export const voucherName = ({ id, kind, number }: Pick<VoucherPageRow, "id" | "kind" | "number">): string =>
	kind === null || number === null ? `傳票草稿 ${id}` : `${VOUCHER_KINDS[kind]} ${number}`;
