import { DEAD_LETTER_ROUTES } from "#admin/system/dead-letters/routes.ts";
import { MAIL_ROUTES } from "#admin/system/mail/routes.ts";
import { ROLE_ROUTES } from "#admin/system/roles/routes.ts";
import { SETTINGS_ROUTES } from "#admin/system/settings/routes.ts";
import { USER_ROUTES } from "#admin/system/users/routes.ts";
import type { Route } from "#auth/route.ts";

/** All routes of the staff pages of users, roles, settings, mail and dead letters. */
export const ROUTES: readonly Route[] = [
	...USER_ROUTES,
	...ROLE_ROUTES,
	...SETTINGS_ROUTES,
	...MAIL_ROUTES,
	...DEAD_LETTER_ROUTES,
];
