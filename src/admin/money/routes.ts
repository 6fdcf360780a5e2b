import { BANK_ACCOUNT_ROUTES } from "#admin/money/bank/accounts-routes.ts";
import { BANK_LINE_ROUTES } from "#admin/money/bank/line-routes.ts";
import { BANK_LINES_ROUTES } from "#admin/money/bank/lines-routes.ts";
import { BANK_STATEMENT_ROUTES } from "#admin/money/bank/statement-routes.ts";
import { DEPOSIT_ROUTES } from "#admin/money/deposits/routes.ts";
import { DUES_ITEM_ROUTES } from "#admin/money/dues/item-routes.ts";
import { NOTICE_ROUTES } from "#admin/money/dues/notices-routes.ts";
import { DUES_REPORT_ROUTES } from "#admin/money/dues/report-routes.ts";
import { DUES_ROUTES } from "#admin/money/dues/routes.ts";
import { INCOME_ROUTES } from "#admin/money/income/routes.ts";
import { PAYMENT_ENTRY_ROUTES } from "#admin/money/payments/entry-routes.ts";
import { PAYMENT_IMPORT_ROUTES } from "#admin/money/payments/imports-routes.ts";
import { paymentList } from "#admin/money/payments/list.ts";
import { PAYMENT_MANY_ROUTES } from "#admin/money/payments/many-routes.ts";
import { PAYMENT_REVERSAL_ROUTES } from "#admin/money/payments/reversal-routes.ts";
import { PAYMENT_REVIEW_ROUTES } from "#admin/money/payments/review-routes.ts";
import { RECEIPT_ROUTES } from "#admin/money/receipts/routes.ts";
import type { Route } from "#auth/route.ts";

/** All routes of the staff pages of dues, payments, receipts, deposits, income and the bank. */
export const ROUTES: readonly Route[] = [
	...DUES_REPORT_ROUTES,
	...DUES_ROUTES,
	...NOTICE_ROUTES,
	...PAYMENT_IMPORT_ROUTES,
	...paymentList.routes,
	...PAYMENT_MANY_ROUTES,
	...PAYMENT_ENTRY_ROUTES,
	...PAYMENT_REVERSAL_ROUTES,
	...PAYMENT_REVIEW_ROUTES,
	...RECEIPT_ROUTES,
	...DEPOSIT_ROUTES,
	...INCOME_ROUTES,
	...BANK_ACCOUNT_ROUTES,
	...BANK_STATEMENT_ROUTES,
	...BANK_LINES_ROUTES,
	...BANK_LINE_ROUTES,
	// These come last, because the ":id" of a record would match the other words.
	...DUES_ITEM_ROUTES,
];
