import type { Frame } from "#auth/route.ts";
import { readCookie } from "#http/cookies.ts";
import { takeFlash } from "#http/flash.ts";
import { paths } from "#http/paths.ts";
import type { FrameLinks } from "#ui/person-menu.ts";
import type { Theme } from "#ui/theme.ts";

type Asked = Parameters<Frame>[1];

/** Returns the links that stand on every page; `home` is the address behind the association's name. */
export const frameLinks = (home: string): FrameLinks => ({
	home,
	account: paths.account.show(),
	theme: paths.theme(),
	logout: paths.logout(),
});

/** Returns the theme that was chosen in this browser; "system" when none was. */
export function themeOf(c: Asked["c"]): Theme {
	const chosen = readCookie(c, "theme");
	return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/**
 * Returns what every frame (the layout around a page) shows: the association's names, the user's name and roles, the
 * theme, the one-time message, whose cookie is deleted here, and the page's address (undefined unless the request is a
 * GET).
 */
export function framed({ c, who, surroundings }: Asked) {
	const { pathname, search } = new URL(c.req.url);
	return {
		association: surroundings.association,
		fullName: surroundings.fullName,
		who: { id: who?.userId, name: who?.name ?? "", roles: who?.roles.join("、") ?? "" },
		theme: themeOf(c),
		flash: takeFlash(c),
		here: c.req.method === "GET" ? pathname + search : undefined,
	};
}
