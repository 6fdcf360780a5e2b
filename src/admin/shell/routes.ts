import { AUDIT_ROUTES } from "#admin/shell/audit/routes.ts";
import { CONFIRMATION_ROUTES } from "#admin/shell/confirmations/routes.ts";
import { DASHBOARD_ROUTES } from "#admin/shell/dashboard/routes.ts";
import { DRAFT_ROUTES } from "#admin/shell/drafts/routes.ts";
import { DONOR_ERASURE_ROUTES } from "#admin/shell/erasures/donor-routes.ts";
import { MEMBER_ERASURE_ROUTES } from "#admin/shell/erasures/member-routes.ts";
import { PAYEE_ERASURE_ROUTES } from "#admin/shell/erasures/payee-routes.ts";
import { HEALTH_ROUTES } from "#admin/shell/health/routes.ts";
import { HISTORY_ROUTES } from "#admin/shell/members/history-routes.ts";
import { SEARCH_ROUTES } from "#admin/shell/search/routes.ts";
import { STYLEGUIDE_ROUTES } from "#admin/shell/styleguide/routes.ts";
import type { Route } from "#auth/route.ts";

/**
 * The routes of the staff pages that belong to no kind of record or to all kinds, and of those pages of a record that
 * show what several modules know about it.
 */
export const ROUTES: readonly Route[] = [
	...DASHBOARD_ROUTES,
	...SEARCH_ROUTES,
	...CONFIRMATION_ROUTES,
	...DRAFT_ROUTES,
	...AUDIT_ROUTES,
	...HEALTH_ROUTES,
	...STYLEGUIDE_ROUTES,
	...HISTORY_ROUTES,
	...MEMBER_ERASURE_ROUTES,
	...DONOR_ERASURE_ROUTES,
	...PAYEE_ERASURE_ROUTES,
];
