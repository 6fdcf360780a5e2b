import * as z from "zod";
import type { SearchHit } from "#admin/islands/search-box.island.ts";
import { wantsJson } from "#auth/answer.ts";
import { IdParams, type Route, view } from "#auth/route.ts";
import { readRows } from "#db/read.ts";
import { placeOf } from "#db/staff-search.ts";
import { paths } from "#http/paths.ts";
import { knownState } from "#http/state.ts";
import { unpublishedPage } from "./content-page.ts";
import { findAll, type Group } from "./find.ts";
import { emptySearchPage, resultsPage } from "./page.ts";
import { SearchQuery } from "./query.ts";
import type { Hit } from "./source.ts";
import { sourcesFor } from "./sources.ts";

/** Of each kind: in the box, and on the page. */
const IN_BOX = 5;
const ON_PAGE = 20;
const LONGEST_SUB = 120;

const search = view({
	path: paths.admin.search(),
	gate: "staff",
	query: SearchQuery,
	show: async ({ c, env, who, query: { q, kind, page } }) => {
		const isBox = wantsJson(c);
		if (q === "") return isBox ? { data: { data: [] } } : emptySearchPage(sourcesFor(who));
		const size = isBox ? IN_BOX : ON_PAGE;
		// Only one kind has pages; of the others the numbers are shown, which no page changes.
		const groups = await findAll(env, { q, who, limit: size, page: kind ? page : 1 });
		if (isBox) return { data: { data: groups.filter(({ source }) => !kind || source.kind === kind).flatMap(inBox) } };
		return resultsPage({ q, kind, page: kind ? page : 1, size, groups });
	},
});

const inBox = ({ source, found }: Group): SearchHit[] =>
	found.hits.map(({ label, sub, href, state }) => ({
		kind: source.name,
		label: textOf(label),
		sub: [state?.word, textOf(sub)].filter(Boolean).join("　").slice(0, LONGEST_SUB).toWellFormed(),
		href,
	}));

const textOf = (pieces: Hit["label"]): string =>
	pieces
		.map(({ text }) => text)
		.join("")
		.replaceAll("\n", " ");

const ContentParams = z.strictObject({ kind: z.enum(["article", "page", "document"]), id: IdParams.shape.id });

/** To where a thing of the website stands in public; what is not public says so. */
const openContent = view({
	path: paths.admin.content(":kind", ":id"),
	gate: "content",
	params: ContentParams,
	show: async ({ c, env, params: { kind, id } }) => {
		const [[row]] = await readRows(env.DB, placeOf(kind, id));
		if (!row) return "missing";
		if (row.state !== "published") return unpublishedPage(kind, row);
		if (kind === "document") return { to: paths.api.documentDownload(row.place) };
		const { site } = await knownState(c);
		return { to: site.origin + paths.site[kind](row.place) };
	},
});

export const SEARCH_ROUTES: readonly Route[] = [search, openContent];
