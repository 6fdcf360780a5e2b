import { DEAD_LETTER_ROUTES } from "#admin/system/dead-letters/routes.ts";
import { MAIL_ROUTES } from "#admin/system/mail/routes.ts";
import { ROLE_ROUTES } from "#admin/system/roles/routes.ts";
import { SETTINGS_ROUTES } from "#admin/system/settings/routes.ts";
import type { Route } from "#auth/route.ts";

/** The staff's pages of roles, settings, mail and dead letters. */
export const ROUTES: readonly Route[] = [...ROLE_ROUTES, ...SETTINGS_ROUTES, ...MAIL_ROUTES, ...DEAD_LETTER_ROUTES];
