import type { Route } from "#auth/route.ts";
import { ACCOUNT_ROUTES } from "./account-routes.ts";
import { ANNUAL_ROUTES } from "./annual-routes.ts";
import { ASSET_ROUTES } from "./assets-routes.ts";
import { CASH_BOOK_ROUTES } from "./cash-book-routes.ts";
import { GENERAL_ROUTES } from "./general-routes.ts";
import { JOURNAL_ROUTES } from "./journal-routes.ts";
import { OPENING_ROUTES } from "./opening-routes.ts";
import { STATEMENT_ROUTES } from "./statements-routes.ts";
import { SUB_ROUTES } from "./sub-routes.ts";
import { TEMPLATE_ROUTES } from "./template-routes.ts";
import { TRIAL_BALANCE_ROUTES } from "./trial-balance-routes.ts";
import { VOUCHER_ROUTES } from "./voucher-routes.ts";

/** The routes of the books. */
export const LEDGER_ROUTES: readonly Route[] = [
	...JOURNAL_ROUTES,
	...ACCOUNT_ROUTES,
	...GENERAL_ROUTES,
	...TRIAL_BALANCE_ROUTES,
	...STATEMENT_ROUTES,
	...SUB_ROUTES,
	...CASH_BOOK_ROUTES,
	...ANNUAL_ROUTES,
	...ASSET_ROUTES,
	...VOUCHER_ROUTES,
	...TEMPLATE_ROUTES,
	...OPENING_ROUTES,
];
