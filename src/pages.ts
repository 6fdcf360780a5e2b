import { Hono } from "hono";
import { doorFrame } from "#account/frame.ts";
import { readerFrame } from "#account/preview/frame.ts";
import { HOME as STAFF_HOME } from "#admin/crumbs.ts";
import { adminFrame } from "#admin/frame.ts";
import { errorPages } from "#auth/errors.ts";
import type { Frame, Route } from "#auth/route.ts";
import type { App } from "#http/context.ts";
import { HOME as MEMBER_HOME } from "#member/crumbs.ts";
import { memberFrame } from "#member/frame.ts";

/** One's own account is drawn in the frame of the side one belongs to, where its ways begin, and before sign-in as the door. */
const accountFrame: Frame = (page, asked) => {
	if (asked.who === undefined) return doorFrame(page, asked);
	const [frame, home] = asked.who.isStaff ? [adminFrame, STAFF_HOME] : [memberFrame, MEMBER_HOME];
	return frame({ ...page, slim: true, crumbs: page.crumbs && [home, ...page.crumbs] }, asked);
};

/** A page that did not open is drawn for whoever asked: nobody sees a menu before signing in. */
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

/** The pages of what went wrong. */
export const problems = errorPages(accountFrame);

/** An app of these pages, each drawn in the frame of that name. */
export function pagesOf(routes: readonly Route[], frame: FrameName): Hono<App> {
	const pages = new Hono<App>();
	for (const route of routes) pages.on(route.method, route.path, (c) => route.handle(c, FRAMES[frame]));
	pages.onError(problems.crashed);
	return pages;
}
