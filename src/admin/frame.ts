import { searchBoxFor } from "#admin/shell/index.ts";
import { shownWork } from "#admin/system/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Frame } from "#auth/route.ts";
import { framed, frameLinks } from "#auth/surroundings.ts";
import { paths } from "#http/paths.ts";
import { staffFrame } from "#ui/layout.ts";
import { worksPart } from "#ui/works.ts";
import { AREAS } from "./areas.ts";

/**
 * Draws a staff page inside its frame (the layout around every page); the menu has the entries whose gates admit the
 * user.
 */
export const adminFrame: Frame = (page, asked) => {
	const { who } = asked;
	const { path } = asked.c.req;
	const opened = AREAS.filter(({ gate }) => allows(gate, who));
	const places = [path, ...(page.crumbs ?? []).flatMap(({ href = [] }) => href)];
	// The entry with the longest matching address counts: /admin/ledger/assets is 財產, not 日記簿. Crumbs count too.
	const here = opened
		.map(({ href }) => href)
		.filter((href) => places.some((place) => place === href || place.startsWith(`${href}/`)))
		.reduce((longest, href) => (href.length > longest.length ? href : longest), "");
	const areas = opened.map(({ group, label, href, waits }) => ({
		group,
		label,
		href,
		current: href === here,
		count: waits && who?.waits[waits],
	}));
	return staffFrame({
		...framed(asked),
		...page,
		links: frameLinks(paths.admin.home()),
		areas,
		search: searchBoxFor(who),
		// The page of the work itself, and the list of all work, show it already.
		works: worksPart(
			(who?.works ?? [])
				.filter(({ href }) => ![href.split("?")[0], paths.admin.works.list()].includes(path))
				.map((row) => shownWork(row, asked.at)),
			paths.admin.works.list(),
		),
		atHome: path === paths.admin.home(),
		other: who?.memberId ? { href: paths.member.home(), label: "我的會員專區" } : undefined,
	});
};
