import type { Frame } from "#auth/route.ts";
import { framed, frameLinks } from "#auth/surroundings.ts";
import { paths } from "#http/paths.ts";
import { HOME } from "#member/crumbs.ts";
import { memberFrame as draw } from "#ui/layout.ts";

const ANNOUNCEMENTS = { label: "公告", href: paths.member.announcements.list() };
/** The menu entries of pages behind the gate `member`. */
const OWN = [
	ANNOUNCEMENTS,
	{ label: "我的資料", href: paths.member.profile.edit() },
	{ label: "會費與繳費", href: paths.member.payments.list() },
	{ label: "文件", href: paths.member.documents.list() },
	{ label: "個人資料與隱私", href: paths.member.privacy.show() },
];

/** Draws a page of the member area inside its frame (the layout around every page). */
export const memberFrame: Frame = (page, asked) => {
	const here = asked.c.req.path;
	const isHere = (href: string): boolean => here === href || (href !== HOME.href && here.startsWith(`${href}/`));
	return draw({
		...framed(asked),
		...page,
		links: frameLinks(paths.member.home()),
		nav: [HOME, ...(asked.who?.memberId ? OWN : [])].map((link) => ({
			...link,
			current: isHere(link.href),
			count: link === ANNOUNCEMENTS ? asked.who?.unread : undefined,
		})),
		other: asked.who?.isStaff ? { href: paths.admin.home(), label: "管理後台" } : undefined,
	});
};
