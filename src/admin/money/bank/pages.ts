import type { Route } from "#auth/route.ts";
import { BANK_ACCOUNT_ROUTES } from "./accounts-routes.ts";
import { BANK_LINE_ROUTES } from "./line-routes.ts";
import { BANK_LINES_ROUTES } from "./lines-routes.ts";
import { BANK_RECONCILIATION_ROUTES } from "./reconciliation-routes.ts";
import { BANK_STATEMENT_ROUTES } from "./statement-routes.ts";

/** All routes of bank accounts and their reconciliation, of bank statements and of bank lines. */
export const ROUTES: readonly Route[] = [
	...BANK_ACCOUNT_ROUTES,
	...BANK_RECONCILIATION_ROUTES,
	...BANK_STATEMENT_ROUTES,
	...BANK_LINES_ROUTES,
	...BANK_LINE_ROUTES,
];
