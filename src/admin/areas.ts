import type { Gate } from "#auth/permissions.ts";
import type { MenuCounts } from "#db/shell/index.ts";
import { inOrder, type MenuGroup } from "#kernel/noun.ts";
import { menuOfNouns } from "#nouns.ts";
import { SITE_GROUP } from "#ui/main-menu.ts";

/** An entry of the menu, shown to whom its gate opens. */
export type StaffArea = {
	group: string;
	label: string;
	href: string;
	gate: Gate;
	/** What of it waits for whoever looks: the menu says how many. */
	waits?: keyof MenuCounts;
	/** Other words under which the search finds it. */
	words: readonly string[];
};

/** The menu's groups, in its order. */
const GROUPS: Readonly<Record<MenuGroup, string>> = {
	office: "會務",
	dues: "會費與收款",
	finance: "財務",
	system: "系統",
	website: SITE_GROUP,
};
type Entry = Omit<StaffArea, "group"> & { group: MenuGroup; place?: number };
const ENTRIES = inOrder<Entry>(menuOfNouns());

/** THE list of admin areas: the entries of the menu as the nouns declare them, group by group. */
export const AREAS: readonly StaffArea[] = Object.entries(GROUPS).flatMap(([name, group]) =>
	ENTRIES.flatMap(({ place, ...entry }) => (entry.group === name ? [{ ...entry, group }] : [])),
);
