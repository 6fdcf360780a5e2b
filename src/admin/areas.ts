import type { Gate } from "#auth/permissions.ts";
import type { MenuCounts } from "#db/shell/index.ts";
import { inOrder, type MenuGroup } from "#kernel/noun.ts";
import { menuOfNouns } from "#nouns.ts";
import type { IconName } from "#ui/icon-names.ts";
import { SITE_GROUP } from "#ui/main-menu.ts";

/** A place among those that the home page offers to begin work at; `key` is the letter that opens it from there. */
export type Start = { place: number; key: string; icon: IconName };

/** An entry of the staff menu, shown to users whom its gate admits. */
export type StaffArea = {
	group: string;
	label: string;
	href: string;
	gate: Gate;
	/** The key in the menu's counts whose number says how many things wait for the user on this entry's page. */
	waits?: keyof MenuCounts;
	/** Other words by which the search finds the entry. */
	words: readonly string[];
	/** The entry's place among those that the home page offers (src/admin/jobs.ts). */
	start?: Start;
};

/** The names of the menu's groups, in the order of the menu. */
const GROUPS: Readonly<Record<MenuGroup, string>> = {
	office: "會務",
	dues: "會費與收款",
	finance: "財務",
	system: "系統",
	website: SITE_GROUP,
};
type Entry = Omit<StaffArea, "group"> & { group: MenuGroup; place?: number };
const ENTRIES = inOrder<Entry>(menuOfNouns());

/** The only list of the entries of the staff menu, as the nouns declare them, group by group. */
export const AREAS: readonly StaffArea[] = Object.entries(GROUPS).flatMap(([name, group]) =>
	ENTRIES.flatMap(({ place, ...entry }) => (entry.group === name ? [{ ...entry, group }] : [])),
);
