import { FINANCE_AREAS } from "#admin/areas/finance.ts";
import { MONEY_AREAS } from "#admin/areas/money.ts";
import { OFFICE_AREAS } from "#admin/areas/office.ts";
import { SYSTEM_AREAS } from "#admin/areas/system.ts";
import { WEBSITE_AREAS } from "#admin/areas/website.ts";
import type { Gate } from "#auth/permissions.ts";
import type { MenuCounts } from "#db/waits.ts";

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

/** THE list of admin areas: the menu's groups and entries, in their order. */
export const AREAS: readonly StaffArea[] = [
	...OFFICE_AREAS,
	...MONEY_AREAS,
	...FINANCE_AREAS,
	...SYSTEM_AREAS,
	...WEBSITE_AREAS,
];
