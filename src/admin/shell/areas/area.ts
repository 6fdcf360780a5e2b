import type { Gate } from "#auth/permissions.ts";
import type { MenuCounts } from "#db/shell/waits.ts";

/** An entry of the staff menu, shown to users whom its gate admits. */
export type StaffArea = {
	group: string;
	label: string;
	href: string;
	gate: Gate;
	/** Which count of waiting work the menu shows beside the entry. */
	waits?: keyof MenuCounts;
	/** Other words by which the search finds the entry. */
	words: readonly string[];
};
