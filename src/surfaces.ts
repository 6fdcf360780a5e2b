import { doorFrame } from "#account/frame.ts";
import { ACCOUNT_ROUTES } from "#account/index.ts";
import { readerFrame } from "#account/preview/frame.ts";
import { PREVIEW_ROUTES } from "#account/preview/routes.ts";
import { HOME as STAFF_HOME } from "#admin/crumbs.ts";
import { adminFrame } from "#admin/frame.ts";
import { ADMIN_ROUTES } from "#admin/index.ts";
import type { Frame, Route } from "#auth/route.ts";
import { HOME as MEMBER_HOME } from "#member/crumbs.ts";
import { memberFrame } from "#member/frame.ts";
import { MEMBER_ROUTES } from "#member/routes.ts";

/** One's own account is drawn in the frame of the side one belongs to, where its ways begin, and before sign-in as the door. */
export const accountFrame: Frame = (page, asked) => {
	if (asked.who === undefined) return doorFrame(page, asked);
	const [frame, home] = asked.who.isStaff ? [adminFrame, STAFF_HOME] : [memberFrame, MEMBER_HOME];
	return frame({ ...page, slim: true, crumbs: page.crumbs && [home, ...page.crumbs] }, asked);
};

/** A page that did not open is drawn for whoever asked: nobody sees a menu before signing in. */
const behind =
	(frame: Frame): Frame =>
	(page, asked) =>
		(asked.who === undefined ? doorFrame : frame)(page, asked);

/** Every HTML page and action, with the frame that draws it. */
export const SURFACES: readonly { routes: readonly Route[]; frame: Frame }[] = [
	{ routes: ACCOUNT_ROUTES, frame: accountFrame },
	{ routes: PREVIEW_ROUTES, frame: readerFrame },
	{ routes: ADMIN_ROUTES, frame: behind(adminFrame) },
	{ routes: MEMBER_ROUTES, frame: behind(memberFrame) },
];
