import type { Route } from "#auth/route.ts";
import { ACCRUAL_ROUTES } from "./accruals-routes.ts";
import { CLOSING_ROUTES } from "./closings-routes.ts";
import { PERIOD_ROUTES } from "./periods-routes.ts";
import { YEAR_ROUTES } from "./years-routes.ts";

/** All routes of accounting periods (會計期間): months, several months at once, years, and their end (年底調整). */
export const ROUTES: readonly Route[] = [...CLOSING_ROUTES, ...PERIOD_ROUTES, ...YEAR_ROUTES, ...ACCRUAL_ROUTES];
