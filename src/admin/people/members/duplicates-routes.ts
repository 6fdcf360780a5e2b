import type { Route } from "#auth/route.ts";
import { markAlike, markDistinct } from "#domain/people/member-merges/actions.ts";
import { PairForm } from "#domain/people/member-merges/form.ts";
import { paths } from "#http/paths.ts";
import { undoBy } from "#kits/steps/undo.ts";
import { duplicateList } from "./duplicates-list.ts";

const { members } = paths.admin;

/** Returns the address of a page of the list; `tab` has the query parameters of its tab. */
const back = (tab: Record<string, string>, page: number): string => {
	const query = new URLSearchParams({ ...tab, ...(page > 1 ? { page: String(page) } : {}) }).toString();
	return query ? `${members.duplicates()}?${query}` : members.duplicates();
};

const tellApart = duplicateList.standing({}).form("sent", {
	path: members.distinct(),
	form: PairForm,
	isReversible: true,
	run: async ({ db, by }, { input: { pair, page } }) => {
		await markDistinct(db, pair, by);
		return {
			to: back({}, page),
			flash: "已標示為不是同一人，不再列出。",
			link: { href: back({ tab: "distinct" }, 1), label: "看已排除的" },
			...undoBy(members.alike(), { ...pair, page: 1 }),
		};
	},
});

const takeBack = duplicateList.standing({ tab: "distinct" }).form("sent", {
	path: members.alike(),
	form: PairForm,
	run: async ({ db, by }, { input: { pair, page } }) => {
		await markAlike(db, pair, by);
		return { to: back({ tab: "distinct" }, page), flash: "已取消排除；若仍然相似，會再列在可能重複。" };
	},
});

export const DUPLICATE_ROUTES: readonly Route[] = [...duplicateList.routes, tellApart, takeBack];
