import { MEMBER_PICTURES } from "./members.ts";
import { MONEY_PICTURES } from "./money.ts";
import { OFFICE_PICTURES } from "./office.ts";
import type { Picture } from "./picture.ts";
import { SYSTEM_PICTURES } from "./system.ts";
import { WEBSITE_PICTURES } from "./website.ts";

/**
 * The only table of pictures, those of all documents, drawn in this order. A picture that changes the demo stands after
 * those that show the unchanged data.
 */
export const PICTURES: readonly Picture[] = [
	...WEBSITE_PICTURES,
	...SYSTEM_PICTURES,
	...MEMBER_PICTURES,
	...OFFICE_PICTURES,
	...MONEY_PICTURES,
];
