import type { Route } from "#auth/route.ts";
import { AUDIENCE_ROUTES } from "./audience-routes.ts";
import { forChosen } from "./chosen-page.ts";

/** The routes that choose among the members to whom an announcement goes; they need the code of the members' list. */
export const PEOPLE_ROUTES: readonly Route[] = [...forChosen, ...AUDIENCE_ROUTES];
