import type { StaffArea } from "#admin/shell/areas/area.ts";
import { FINANCE_AREAS } from "#admin/shell/areas/finance.ts";
import { MONEY_AREAS } from "#admin/shell/areas/money.ts";
import { OFFICE_AREAS } from "#admin/shell/areas/office.ts";
import { SYSTEM_AREAS } from "#admin/shell/areas/system.ts";
import { WEBSITE_AREAS } from "#admin/shell/areas/website.ts";

/** The only list of the staff menu: its groups and entries, in order. */
export const AREAS: readonly StaffArea[] = [
	...OFFICE_AREAS,
	...MONEY_AREAS,
	...FINANCE_AREAS,
	...SYSTEM_AREAS,
	...WEBSITE_AREAS,
];
