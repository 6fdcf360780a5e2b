import type { Frame } from "#auth/route.ts";
import { framed } from "#auth/surroundings.ts";
import { paths } from "#http/paths.ts";
import { doorFrame as draw } from "#ui/layout.ts";

/**
 * Draws a page of sign-in inside the layout for visitors who are not signed in, with a link to the sign-in page as its
 * home.
 */
export const doorFrame: Frame = (page, asked) => {
	const { association, fullName, theme, flash } = framed(asked);
	const lead = typeof page.lead === "string" ? page.lead : undefined;
	return draw({ association, fullName, theme, flash, title: page.title, lead, home: paths.login(), body: page.body });
};
