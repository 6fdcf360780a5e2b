import { MEMBER_PICTURES } from "./members.ts";
import { MONEY_PICTURES } from "./money.ts";
import { OFFICE_PICTURES } from "./office.ts";
import type { Picture } from "./picture.ts";
import { SYSTEM_PICTURES } from "./system.ts";
import { WEBSITE_PICTURES } from "./website.ts";

/** THE table of pictures: those of every document, drawn in this order. What changes the demo stands after what shows it. */
export const PICTURES: readonly Picture[] = [
	...WEBSITE_PICTURES,
	...SYSTEM_PICTURES,
	...MEMBER_PICTURES,
	...OFFICE_PICTURES,
	...MONEY_PICTURES,
];
