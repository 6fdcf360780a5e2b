import * as z from "zod";
import { nextPath } from "#auth/admit.ts";
import { action, view } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import { writeCookie } from "#http/cookies.ts";
import { paths } from "#http/paths.ts";
import { problemPage } from "#ui/problem.ts";

/**
 * Returns the start page: the administration for staff, the member area for other users, sign-in for a visitor who is
 * not signed in.
 */
export const homeOf = (who: Pick<Visitor, "isStaff"> | undefined): string =>
	who === undefined ? paths.login() : who.isStaff ? paths.admin.home() : paths.member.home();

export const showHome = view({
	path: paths.home(),
	gate: "anyone",
	show: async ({ who }) => ({ to: homeOf(who) }),
});

const A_YEAR_S = 365 * 86_400;

/** Stores the theme (佈景) in a cookie, so that the server draws the next page in it at once. */
export const storeTheme = action({
	path: paths.theme(),
	gate: "anyone",
	form: z.strictObject({ theme: z.enum(["system", "light", "dark"]), back: z.string().optional() }),
	run: async ({ c }, { input }) => {
		writeCookie(c, "theme", { value: input.theme, maxAge: A_YEAR_S });
		return { to: nextPath(input.back) ?? paths.home() };
	},
	page: async () => problemPage({ kind: "unreadable" }),
});
