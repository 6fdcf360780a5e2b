import { memberFrame as draw } from "#admin/ui/layout.ts";
import type { Frame } from "#auth/route.ts";
import { framed, frameLinks } from "#auth/surroundings.ts";
import { paths } from "#http/paths.ts";

const NAV = [{ label: "我的首頁", href: paths.member.home() }];

/** Draws a page of a member. */
export const memberFrame: Frame = (page, asked) =>
	draw({
		...framed(asked),
		...page,
		links: frameLinks(paths.member.home()),
		nav: NAV.map((link) => ({ ...link, current: asked.c.req.path === link.href })),
		other: asked.who?.isStaff ? { href: paths.admin.home(), label: "管理後台" } : undefined,
	});
