import type { Route } from "#auth/route.ts";
import { DUES_ITEM_ROUTES } from "./item-routes.ts";
import { DUES_REPORT_ROUTES } from "./report-routes.ts";
import { DUES_ROUTES } from "./routes.ts";

/**
 * All routes of dues (應繳會費). Those of one dues item come last, because their ":id" would match the words in other
 * addresses.
 */
export const ROUTES: readonly Route[] = [...DUES_REPORT_ROUTES, ...DUES_ROUTES, ...DUES_ITEM_ROUTES];
