import { AUDIT_ROUTES } from "#admin/audit/routes.ts";
import { DASHBOARD_ROUTES } from "#admin/dashboard/routes.ts";
import { DEAD_LETTER_ROUTES } from "#admin/dead-letters/routes.ts";
import { MAIL_ROUTES } from "#admin/mail/routes.ts";
import { ROLE_ROUTES } from "#admin/roles/routes.ts";
import { SEARCH_ROUTES } from "#admin/search/routes.ts";
import { SETTINGS_ROUTES } from "#admin/settings/routes.ts";
import { STYLEGUIDE_ROUTES } from "#admin/styleguide/routes.ts";
import { USER_ROUTES } from "#admin/users/routes.ts";
import { WEBHOOK_ROUTES } from "#admin/webhooks/routes.ts";
import type { Route } from "#auth/route.ts";

/** Every page and action of the staff. */
export const ADMIN_ROUTES: readonly Route[] = [
	...DASHBOARD_ROUTES,
	...SEARCH_ROUTES,
	...USER_ROUTES,
	...ROLE_ROUTES,
	...SETTINGS_ROUTES,
	...AUDIT_ROUTES,
	...WEBHOOK_ROUTES,
	...MAIL_ROUTES,
	...DEAD_LETTER_ROUTES,
	...STYLEGUIDE_ROUTES,
];
