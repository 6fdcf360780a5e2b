import { REVISION_ROUTES } from "#admin/content/revisions/routes.ts";
import type { Route } from "#auth/route.ts";
import { LINK_ROUTES } from "./links-routes.ts";
import { PREVIEW_LINK_ROUTES } from "./preview-link-routes.ts";
import { PREVIEW_ROUTES } from "./preview-routes.ts";
import { TEXT_REMOVAL_ROUTES } from "./removal-routes.ts";

/** What every text that is written shares: its preview, its links, its kept versions, its removal. */
export const ROUTES: readonly Route[] = [
	...REVISION_ROUTES,
	...PREVIEW_ROUTES,
	...LINK_ROUTES,
	...PREVIEW_LINK_ROUTES,
	...TEXT_REMOVAL_ROUTES,
];
