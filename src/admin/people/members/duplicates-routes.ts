import { type Ask, action, type Route, view } from "#auth/route.ts";
import { alikePairs, distinctPairs } from "#db/people/member-duplicates.ts";
import { readRows } from "#db/read.ts";
import { markAlike, markDistinct } from "#domain/people/member-merges/actions.ts";
import { PairForm } from "#domain/people/member-merges/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { FormState } from "#ui/form-state.ts";
import { DuplicatesQuery, duplicatesPage } from "./duplicates-page.ts";

const { members } = paths.admin;
const gate = "members_merge";

async function pageOf({ env, at }: Pick<Ask, "env" | "at">, query: Record<string, string>, state?: FormState) {
	const asked = DuplicatesQuery.parse(query);
	const of = { reason: asked.reason || undefined, page: asked.page };
	const [rows, [counts]] = await readRows(env.DB, ...(asked.tab === "open" ? alikePairs(of) : distinctPairs(of)));
	const { total = 0, open = 0, distinct_pairs: apart = 0 } = counts ?? {};
	return duplicatesPage({ rows, total, open, apart, asked, query, today: dateInTaipei(at), at }, state);
}

const showDuplicates = view({
	path: members.duplicates(),
	gate,
	query: DuplicatesQuery,
	show: (ask) => pageOf(ask, ask.c.req.query()),
});

/** Returns the address of a page of the list. */
const back = (tab: Record<string, string>, page: number): string => {
	const query = new URLSearchParams({ ...tab, ...(page > 1 ? { page: String(page) } : {}) }).toString();
	return query ? `${members.duplicates()}?${query}` : members.duplicates();
};

const tellApart = action({
	path: members.distinct(),
	gate,
	form: PairForm,
	run: async ({ db, by }, { input: { pair, page } }) => {
		await markDistinct(db, pair, by);
		return {
			to: back({}, page),
			flash: "已標示為不是同一人，不再列出。",
			link: { href: back({ tab: "distinct" }, 1), label: "看已排除的" },
		};
	},
	page: (ask, state) => pageOf(ask, {}, state),
});

const takeBack = action({
	path: members.alike(),
	gate,
	form: PairForm,
	run: async ({ db, by }, { input: { pair, page } }) => {
		await markAlike(db, pair, by);
		return { to: back({ tab: "distinct" }, page), flash: "已取消排除；若仍然相似，會再列在可能重複。" };
	},
	page: (ask, state) => pageOf(ask, { tab: "distinct" }, state),
});

export const DUPLICATE_ROUTES: readonly Route[] = [showDuplicates, tellApart, takeBack];
