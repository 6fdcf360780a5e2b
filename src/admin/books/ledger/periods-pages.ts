import type { Route } from "#auth/route.ts";
import { PERIOD_ROUTES } from "./periods-routes.ts";
import { YEAR_ROUTES } from "./years-routes.ts";

/** All routes of accounting periods (會計期間): months and years. */
export const ROUTES: readonly Route[] = [...PERIOD_ROUTES, ...YEAR_ROUTES];
