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

type Viewed = { who: Visitor; here: Here; conditions: Conditions; view: number | undefined };

/**
 * Returns the tabs of the kept views of a list: all records, the shared views, one's own; then 存成檢視 while the list has
 * conditions, or 修改檢視 for the view that is open. A list with tabs of its own keeps these before.
 */
export function viewTabs({ who, here, conditions, view }: Viewed, own: Tab[] | undefined): Tab[] {
	const { views } = who;
	const now = keptOf(conditions, here.query);
	const open = views.find(({ id }) => id === view);
	const kept = views.map(
		({ id, name, query, is_shared }, nth): Tab => ({
			label: name,
			href: `${here.path}?${new URLSearchParams([...new URLSearchParams(query), ["view", String(id)]])}`,
			current: id === open?.id,
			cut: is_shared === 0 && (nth === 0 ? own !== undefined : views[nth - 1]?.is_shared === 1),
		}),
	);
	const all: Tab[] = own
		? own.map((tab) => (open ? { ...tab, current: false } : tab))
		: views.length > 0
			? [{ label: "全部", href: here.path, current: !open }]
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
