import { AREAS } from "#admin/areas.ts";
import { searchBoxFor } from "#admin/search/sources.ts";
import { staffFrame } from "#admin/ui/layout.ts";
import { allows } from "#auth/permissions.ts";
import type { Frame } from "#auth/route.ts";
import { framed, frameLinks } from "#auth/surroundings.ts";
import { paths } from "#http/paths.ts";

/** Draws a page of the staff: the menu holds what its gates open. */
export const adminFrame: Frame = (page, asked) => {
	const { who } = asked;
	const { path } = asked.c.req;
	const areas = AREAS.filter(({ gate }) => allows(gate, who)).map(({ group, label, href }) => ({
		group,
		label,
		href,
		current: path === href || path.startsWith(`${href}/`),
	}));
	return staffFrame({
		...framed(asked),
		...page,
		links: frameLinks(paths.admin.home()),
		areas,
		search: searchBoxFor(who),
		atHome: path === paths.admin.home(),
		other: who?.memberId ? { href: paths.member.home(), label: "我的會員專區" } : undefined,
	});
};
