import type { Gate } from "#auth/permissions.ts";
import type { MenuCounts } from "#db/shell/waits.ts";

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
