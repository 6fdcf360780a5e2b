import type { Route } from "#auth/route.ts";
import { MEMBER_BULK_ROUTES } from "./bulk-routes.ts";
import { contactList } from "./contacts-list.ts";
import { DUPLICATE_ROUTES } from "./duplicates-routes.ts";
import { MEMBER_EXPORT_ROUTES } from "./export-routes.ts";
import { memberList } from "./list.ts";
import { MEMBER_MERGE_ROUTES } from "./merge-routes.ts";
import { MEMBER_PRINT_ROUTES } from "./print-routes.ts";
import { MEMBER_ROUTES } from "./routes.ts";
import { STATISTICS_ROUTES } from "./statistics.ts";
import { turningList } from "./turning-list.ts";

/** All routes of members. Those of one member come last, because their ":id" would match every other word. */
export const ROUTES: readonly Route[] = [
	...memberList.routes,
	...MEMBER_BULK_ROUTES,
	...MEMBER_EXPORT_ROUTES,
	...MEMBER_PRINT_ROUTES,
	...DUPLICATE_ROUTES,
	...MEMBER_MERGE_ROUTES,
	...contactList.routes,
	...turningList.routes,
	...STATISTICS_ROUTES,
	...MEMBER_ROUTES,
];
