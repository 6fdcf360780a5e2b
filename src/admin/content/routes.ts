import { ARTICLE_ROUTES } from "#admin/content/articles/routes.ts";
import { CATEGORY_ROUTES } from "#admin/content/categories/routes.ts";
import { DOCUMENT_ROUTES } from "#admin/content/documents/routes.ts";
import { MEDIA_ROUTES } from "#admin/content/media/routes.ts";
import { PAGE_ROUTES } from "#admin/content/pages/routes.ts";
import { REVISION_ROUTES } from "#admin/content/revisions/routes.ts";
import { TAG_ROUTES } from "#admin/content/tags/routes.ts";
import { WEBHOOK_ROUTES } from "#admin/content/webhooks/routes.ts";
import { LINK_ROUTES } from "#admin/content/writing/links-routes.ts";
import { PREVIEW_LINK_ROUTES } from "#admin/content/writing/preview-link-routes.ts";
import { PREVIEW_ROUTES } from "#admin/content/writing/preview-routes.ts";
import { TEXT_REMOVAL_ROUTES } from "#admin/content/writing/removal-routes.ts";
import type { Route } from "#auth/route.ts";

/** All routes of the staff pages that manage the website's content. */
export const ROUTES: readonly Route[] = [
	...ARTICLE_ROUTES,
	...REVISION_ROUTES,
	...CATEGORY_ROUTES,
	...TAG_ROUTES,
	...PAGE_ROUTES,
	...DOCUMENT_ROUTES,
	...PREVIEW_ROUTES,
	...LINK_ROUTES,
	...PREVIEW_LINK_ROUTES,
	...TEXT_REMOVAL_ROUTES,
	...WEBHOOK_ROUTES,
	...MEDIA_ROUTES,
];
