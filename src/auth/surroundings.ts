import type { Frame } from "#auth/route.ts";
import { readCookie } from "#http/cookies.ts";
import { takeFlash } from "#http/flash.ts";
import { paths } from "#http/paths.ts";
import type { FrameLinks } from "#ui/person-menu.ts";
import type { Theme } from "#ui/theme.ts";

type Asked = Parameters<Frame>[1];

/** The links that every frame has; `home` is where the association's name leads. */
export const frameLinks = (home: string): FrameLinks => ({
	home,
	account: paths.account.show(),
	theme: paths.theme(),
	logout: paths.logout(),
});

/** The theme that this browser chose. */
export function themeOf(c: Asked["c"]): Theme {
	const chosen = readCookie(c, "theme");
	return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** What each frame shows of the request: who, theme, the one-time word, where it is. */
export function framed({ c, who, surroundings }: Asked) {
	const { pathname, search } = new URL(c.req.url);
	return {
		association: surroundings.association,
		fullName: surroundings.fullName,
		who: { name: who?.name ?? "", roles: who?.roles.join("、") ?? "" },
		theme: themeOf(c),
		flash: takeFlash(c),
		here: c.req.method === "GET" ? pathname + search : undefined,
	};
}
