/**
 * The only list of the checks of a month before it is closed (docs/accounting.md#每個月結帳), in the order of the page.
 */
export const CHECKS = [
	"not_over",
	"month_before",
	"opening",
	"drafts",
	"payments",
	"income",
	"finance",
	"cash_below_zero",
	"balance_missing",
	"balance_differs",
	"ties",
	"balance_noted",
	"bank_lines",
	"suspense",
	"cash",
	"income_drafts",
] as const;
export type CheckCode = (typeof CHECKS)[number];
