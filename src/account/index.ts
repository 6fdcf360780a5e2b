import type { Route } from "#auth/route.ts";

/** Every page for whoever signs in, and of one's own account. */
export const ACCOUNT_ROUTES: readonly Route[] = [];
