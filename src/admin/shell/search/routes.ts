import { memberJobsFor } from "#admin/jobs.ts";
import { wantsJson } from "#auth/answer.ts";
import { type Route, view } from "#auth/route.ts";
import { paths } from "#http/paths.ts";
import type { FoundKind } from "#ui/islands/commands.ts";
import { choicePage } from "./choice-page.ts";
import { commandsFor } from "./commands.ts";
import { findAll, type Group } from "./find.ts";
import { allOf, emptySearchPage, resultsPage } from "./page.ts";
import { SearchQuery } from "./query.ts";
import type { Hit } from "./source.ts";
import { sourcesFor } from "./sources.ts";

/** The most results of each kind: in the search box (`IN_BOX`), and on the search page (`ON_PAGE`). */
const IN_BOX = 5;
const ON_PAGE = 20;
const LONGEST_SUB = 120;

const search = view({
	path: paths.admin.search(),
	gate: "staff",
	query: SearchQuery,
	show: async ({ c, env, who, at, query: { q, kind, page, job: code } }) => {
		const isBox = wantsJson(c);
		const job = memberJobsFor(who).find((one) => one.code === code);
		if (job) {
			const members = sourcesFor(who).filter((source) => source.kind === "member");
			const [group] = q === "" ? [] : await findAll(env, members, { q, who, at, limit: ON_PAGE, page: 1 });
			return choicePage(job, { q, hits: group?.found.hits ?? [] });
		}
		if (q === "")
			return isBox ? { data: { data: commandsFor(who) } } : emptySearchPage(sourcesFor(who), commandsFor(who).jobs);
		const size = isBox ? IN_BOX : ON_PAGE;
		// Results have pages only when one kind is requested.
		const groups = await findAll(env, sourcesFor(who), { q, who, at, kind, limit: size, page: kind ? page : 1 });
		if (isBox)
			return { data: { data: groups.filter(({ found }) => found.hits.length > 0).map((group) => inBox(group, q)) } };
		return resultsPage({ q, kind, page: kind ? page : 1, size, groups });
	},
});

const inBox = ({ source, found }: Group, q: string): FoundKind => ({
	kind: source.name,
	hits: found.hits.map(({ label, sub, href, state, acts = [] }) => ({
		label: textOf(label),
		sub: [state?.word, textOf(sub)].filter(Boolean).join("　").slice(0, LONGEST_SUB).toWellFormed(),
		href,
		...(acts.length > 0 && { acts }),
	})),
	all: found.total > found.hits.length ? allOf({ source, found }, q) : null,
});

const textOf = (pieces: Hit["label"]): string =>
	pieces
		.map(({ text }) => text)
		.join("")
		.replaceAll("\n", " ");

export const SEARCH_ROUTES: readonly Route[] = [search];
