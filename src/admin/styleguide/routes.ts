import { styleguidePage } from "#admin/styleguide/page.ts";
import { type Route, view } from "#auth/route.ts";
import { paths } from "#http/paths.ts";

/** Every component in both themes; not in production. */
export const showStyleguide = view({
	path: paths.admin.styleguide(),
	gate: "staff",
	show: async ({ env }) => (env.ENVIRONMENT === "production" ? "missing" : styleguidePage()),
});

export const STYLEGUIDE_ROUTES: readonly Route[] = [showStyleguide];
