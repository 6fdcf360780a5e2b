import type { Route } from "#auth/route.ts";
import { arrearsList } from "./arrears-list.ts";
import { ASSESSMENT_ROUTES } from "./assessment-routes.ts";
import { FEE_ROUTES } from "./fees-routes.ts";
import { duesList } from "./list.ts";
import { MEMBER_DUES_ROUTES } from "./member-routes.ts";
import { WAIVER_ROUTES } from "./waivers-routes.ts";

/**
 * The routes of 應繳會費, except those of one item (DUES_ITEM_ROUTES), whose ":id" would match the words in other
 * addresses.
 */
export const DUES_ROUTES: readonly Route[] = [
	...duesList.routes,
	...ASSESSMENT_ROUTES,
	...FEE_ROUTES,
	...arrearsList.routes,
	...WAIVER_ROUTES,
	...MEMBER_DUES_ROUTES,
];
