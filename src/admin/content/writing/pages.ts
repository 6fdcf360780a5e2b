import { REVISION_ROUTES } from "#admin/content/revisions/routes.ts";
import type { Route } from "#auth/route.ts";
import { LINK_ROUTES } from "./links-routes.ts";
import { PREVIEW_LINK_ROUTES } from "./preview-link-routes.ts";
import { PREVIEW_ROUTES } from "./preview-routes.ts";
import { TEXT_REMOVAL_ROUTES } from "./removal-routes.ts";

/** The routes that all kinds of texts share: revisions, preview, search for link targets, preview links, and so on. */
export const ROUTES: readonly Route[] = [
	...REVISION_ROUTES,
	...PREVIEW_ROUTES,
	...LINK_ROUTES,
	...PREVIEW_LINK_ROUTES,
	...TEXT_REMOVAL_ROUTES,
];
