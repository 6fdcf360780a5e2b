import type { Route } from "#auth/route.ts";
import { FINANCE_FORM_ROUTES } from "./form-routes.ts";
import { FINANCE_LIST_ROUTES } from "./list-routes.ts";
import { REGISTER_PAPER_ROUTES } from "./register-paper-routes.ts";
import { REGISTER_FORM_ROUTES } from "./register-routes.ts";
import { FINANCE_SHOW_ROUTES } from "./show-routes.ts";
import { FINANCE_STEP_ROUTES } from "./step-routes.ts";
import { WITHDRAWAL_ROUTES } from "./withdrawal-routes.ts";

/** All routes of expense requests (支出申請). */
export const ROUTES: readonly Route[] = [
	...FINANCE_LIST_ROUTES,
	...REGISTER_FORM_ROUTES,
	...REGISTER_PAPER_ROUTES,
	...WITHDRAWAL_ROUTES,
	...FINANCE_FORM_ROUTES,
	...FINANCE_STEP_ROUTES,
	...FINANCE_SHOW_ROUTES,
];
