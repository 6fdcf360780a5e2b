import { CONCURRENT_POST_ROUTES } from "#admin/books/concurrent-posts/routes.ts";
import { FINANCE_FORM_ROUTES } from "#admin/books/finance/form-routes.ts";
import { FINANCE_LIST_ROUTES } from "#admin/books/finance/list-routes.ts";
import { FINANCE_SHOW_ROUTES } from "#admin/books/finance/show-routes.ts";
import { FINANCE_STEP_ROUTES } from "#admin/books/finance/step-routes.ts";
import { BUDGET_ROUTES } from "#admin/books/ledger/budgets-routes.ts";
import { PERIOD_ROUTES } from "#admin/books/ledger/periods-routes.ts";
import { PROJECT_ROUTES } from "#admin/books/ledger/projects-routes.ts";
import { LEDGER_ROUTES } from "#admin/books/ledger/routes.ts";
import { YEAR_ROUTES } from "#admin/books/ledger/years-routes.ts";
import type { Route } from "#auth/route.ts";

/** All routes of the staff pages of the ledger and of expense requests. */
export const ROUTES: readonly Route[] = [
	...CONCURRENT_POST_ROUTES,
	...FINANCE_LIST_ROUTES,
	...FINANCE_FORM_ROUTES,
	...FINANCE_STEP_ROUTES,
	...FINANCE_SHOW_ROUTES,
	...PERIOD_ROUTES,
	...YEAR_ROUTES,
	...BUDGET_ROUTES,
	...PROJECT_ROUTES,
	...LEDGER_ROUTES,
];
