import * as z from "zod";
import { type Route, view } from "#auth/route.ts";
import { paths } from "#http/paths.ts";
import { STYLE_PARTS, styleguidePage } from "./page.ts";

/** The page of all components in both themes; missing in production. */
export const showStyleguide = view({
	path: paths.admin.styleguide(),
	gate: "staff",
	query: z.strictObject({ part: z.enum(STYLE_PARTS).default("basics") }),
	show: async ({ env, query }) => (env.ENVIRONMENT === "production" ? "missing" : styleguidePage([query.part])),
});

export const STYLEGUIDE_ROUTES: readonly Route[] = [showStyleguide];
