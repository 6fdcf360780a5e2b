import { Hono } from "hono";
import { doorFrame } from "#account/frame.ts";
import { prove } from "#account/own/prove.ts";
import { readerFrame } from "#account/preview/frame.ts";
import { HOME as STAFF_HOME } from "#admin/crumbs.ts";
import { adminFrame } from "#admin/frame.ts";
import { errorPages } from "#auth/errors.ts";
import type { Frame, Route } from "#auth/route.ts";
import type { App } from "#http/context.ts";
import { HOME as MEMBER_HOME } from "#member/crumbs.ts";
import { memberFrame } from "#member/frame.ts";

/**
 * Draws a page of the user's own account in a frame (the layout around a page): that of staff or of members, with that
 * area's home first in the breadcrumbs, or that of sign-in for a visitor who is not signed in.
 */
const accountFrame: Frame = (page, asked) => {
	if (asked.who === undefined) return doorFrame(page, asked);
	const [frame, home] = asked.who.isStaff ? [adminFrame, STAFF_HOME] : [memberFrame, MEMBER_HOME];
	return frame({ ...page, slim: true, crumbs: page.crumbs && [home, ...page.crumbs] }, asked);
};

/**
 * Returns a frame (the layout around a page) that is `frame` for a signed-in user, and that of the sign-in pages for
 * anybody else, so that nobody sees a menu before sign-in.
 */
const behind =
	(frame: Frame): Frame =>
	(page, asked) =>
		(asked.who === undefined ? doorFrame : frame)(page, asked);

const FRAMES = {
	account: accountFrame,
	reader: readerFrame,
	staff: behind(adminFrame),
	member: behind(memberFrame),
};
export type FrameName = keyof typeof FRAMES;

/** The handlers of error pages, which are drawn in the frame that `accountFrame` chooses. */
export const problems = errorPages(accountFrame);

/** Makes a Hono app of these routes; `frame` names the frame (the layout around a page) in which each is drawn. */
export function pagesOf(routes: readonly Route[], frame: FrameName): Hono<App> {
	const pages = new Hono<App>();
	for (const route of routes) pages.on(route.method, route.path, (c) => route.handle(c, FRAMES[frame], prove));
	pages.onError(problems.crashed);
	return pages;
}
