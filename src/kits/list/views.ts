import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { paths } from "#http/paths.ts";
import type { Tab } from "#ui/page.ts";
import type { Here } from "#ui/url-state.ts";
import type { Conditions } from "./conditions.ts";

const { listViews } = paths.admin;

/** Returns what a view keeps of a list's query: conditions that were chosen, order and columns, and no typed words. */
export function keptOf(conditions: Conditions, query: Here["query"]): string {
	const isTyped = (name: string): boolean => ["search", "text"].includes(conditions[name]?.field.type ?? "");
	const kept = Object.entries(query).flatMap(([name, value]) =>
		["page", "view", "open"].includes(name) || isTyped(name) || typeof value !== "string" || value === ""
			? []
			: [[name, value]],
	);
	return new URLSearchParams(kept).toString();
}

/** Names the tab of all records where a view has its id. */
const ALL = 0;

/**
 * Returns how many records the tab of each view leads to, by its id, and that of all records. `total` counts those of a
 * query, as the list with it counts them; it returns undefined for a query that is none of the list (any more).
 */
export async function totalsOf(
	views: Visitor["views"],
	total: (query: Record<string, string>) => Promise<number | string | undefined>,
): Promise<Record<string, number | string>> {
	const all = [{ id: ALL, query: "" }, ...views];
	const counted = await Promise.all(all.map(({ query }) => total(Object.fromEntries(new URLSearchParams(query)))));
	return Object.fromEntries(all.flatMap(({ id }, nth) => (counted[nth] === undefined ? [] : [[id, counted[nth]]])));
}

type Viewed = {
	who: Visitor;
	here: Here;
	conditions: Conditions;
	view?: number | undefined;
	/** A script may ask how many records each view has. */
	isCounted: boolean;
};

/**
 * Returns the tabs of the kept views of a list: all records, the shared views, one's own; then 存成檢視 while the list has
 * conditions, or 修改檢視 for the view that is open. A list with tabs of its own keeps these before.
 */
export function viewTabs({ who, here, conditions, view, isCounted }: Viewed, own: Tab[] | undefined): Tab[] {
	const { views } = who;
	const now = keptOf(conditions, here.query);
	const open = views.find(({ id }) => id === view);
	const kept = views.map(
		({ id, name, query, is_shared }, nth): Tab => ({
			label: name,
			href: `${here.path}?${new URLSearchParams([...new URLSearchParams(query), ["view", String(id)]])}`,
			current: id === open?.id,
			...(isCounted && { view: id }),
			cut: is_shared === 0 && (nth === 0 ? own !== undefined : views[nth - 1]?.is_shared === 1),
		}),
	);
	const all: Tab[] = own
		? own.map((tab) => (open ? { ...tab, current: false } : tab))
		: views.length > 0
			? [{ label: "全部", href: here.path, current: !open, ...(isCounted && { view: ALL }) }]
			: [];
	const isMine = open && (open.user_id === who.userId || allows("settings", who));
	const edit = isMine && {
		label: open.query === now ? "修改檢視" : "儲存變更",
		href: `${listViews.edit(open.id)}?${new URLSearchParams({ now })}`,
		icon: "edit" as const,
	};
	const keep = now !== "" &&
		open?.query !== now && {
			label: "存成檢視",
			href: `${listViews.create()}?${new URLSearchParams({ list: here.path, query: now })}`,
			icon: "plus" as const,
		};
	return [...all, ...kept, ...(edit ? [edit] : []), ...(keep ? [keep] : [])];
}
