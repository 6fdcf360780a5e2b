import type { Ask, Route } from "#auth/route.ts";
import { alikePairs, distinctPairs } from "#db/people/member-duplicates.ts";
import { readRows } from "#db/read.ts";
import { markAlike, markDistinct } from "#domain/people/member-merges/actions.ts";
import { PairForm } from "#domain/people/member-merges/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { DuplicatesQuery, duplicatesPage } from "./duplicates-page.ts";

const { members } = paths.admin;
const gate = "members_merge";

async function pageOf({ c, env, at }: Ask<object, object>, { apart, alike }: Refused<"apart" | "alike">) {
	const query: Record<string, string> = apart ? {} : alike ? { tab: "distinct" } : c.req.query();
	const asked = DuplicatesQuery.parse(query);
	const of = { reason: asked.reason || undefined, page: asked.page };
	const [rows, [counts]] = await readRows(env.DB, ...(asked.tab === "open" ? alikePairs(of) : distinctPairs(of)));
	const { total = 0, open = 0, distinct_pairs = 0 } = counts ?? {};
	const counted = { total, open, apart: distinct_pairs };
	return duplicatesPage({ rows, ...counted, asked, query, today: dateInTaipei(at), at }, apart ?? alike);
}

const page = pageWithForms({
	path: members.duplicates(),
	gate,
	query: DuplicatesQuery,
	page: pageOf,
});

/** A page of the list, or the one before it where that was its last row. */
const back = (tab: Record<string, string>, page: number): string => {
	const query = new URLSearchParams({ ...tab, ...(page > 1 ? { page: String(page) } : {}) }).toString();
	return query ? `${members.duplicates()}?${query}` : members.duplicates();
};

const tellApart = page.form("apart", {
	path: members.distinct(),
	form: PairForm,
	run: async ({ db, by }, { input: { pair, page } }) => {
		await markDistinct(db, pair, by);
		return {
			to: back({}, page),
			flash: "已標示為不是同一人，不再列出。",
			link: { href: back({ tab: "distinct" }, 1), label: "看已排除的" },
		};
	},
});

const takeBack = page.form("alike", {
	path: members.alike(),
	form: PairForm,
	run: async ({ db, by }, { input: { pair, page } }) => {
		await markAlike(db, pair, by);
		return { to: back({ tab: "distinct" }, page), flash: "已取消排除；若仍然相似，會再列在可能重複。" };
	},
});

export const DUPLICATE_ROUTES: readonly Route[] = [page.show, tellApart, takeBack];
