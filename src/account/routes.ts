import { showHome, storeTheme } from "#account/front-door.ts";
import { LOGO_ROUTES } from "#account/logo/routes.ts";
import { NOTICE_ROUTES } from "#account/notices/routes.ts";
import { OWN_ROUTES } from "#account/own/routes.ts";
import { PASSWORD_ROUTES } from "#account/sign-in/password-routes.ts";
import { SIGN_IN_ROUTES } from "#account/sign-in/routes.ts";
import { SUBSCRIPTION_ROUTES } from "#account/subscriptions/routes.ts";
import type { Route } from "#auth/route.ts";

/** The routes of signing in and of the user's own account. */
export const ROUTES: readonly Route[] = [
	showHome,
	storeTheme,
	...LOGO_ROUTES,
	...NOTICE_ROUTES,
	...SIGN_IN_ROUTES,
	...PASSWORD_ROUTES,
	...OWN_ROUTES,
	...SUBSCRIPTION_ROUTES,
];
