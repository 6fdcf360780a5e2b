import type { Route } from "#auth/route.ts";
import { DUES_ITEM_ROUTES } from "./item-routes.ts";
import { DUES_REPORT_ROUTES } from "./report-routes.ts";
import { DUES_ROUTES } from "./routes.ts";

/** The pages of 應繳會費. Last those of an item: their ":id" would take the other words for one. */
export const ROUTES: readonly Route[] = [...DUES_REPORT_ROUTES, ...DUES_ROUTES, ...DUES_ITEM_ROUTES];
