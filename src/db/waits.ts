import { examinations } from "#db/books/examinations-waits.ts";
import { finance } from "#db/books/finance-waits.ts";
import { drafts } from "#db/content/drafts-waits.ts";
import { releases } from "#db/content/releases-waits.ts";
import { bank } from "#db/money/bank-waits.ts";
import { payments } from "#db/money/payments-waits.ts";
import { tasks } from "#db/office/tasks-waits.ts";
import { applications } from "#db/people/applications-waits.ts";
import { certificates } from "#db/people/certificates-waits.ts";
import { linkRequests } from "#db/people/link-requests-waits.ts";
import { privacy } from "#db/people/privacy-waits.ts";
import { confirmations } from "#db/shell/confirmations-waits.ts";
import { deputies } from "#db/system/deputies-waits.ts";
import type { Waits } from "./waiting.ts";

/**
 * The only list of what waits for users: the declarations in the `-waits.ts` beside each noun's SQL. The numbers of the
 * menu, and what a user has to hand over, are made from it (src/db/shell/waits.ts).
 */
const ALL = [
	deputies,
	drafts,
	releases,
	applications,
	certificates,
	linkRequests,
	privacy,
	finance,
	examinations,
	payments,
	bank,
	tasks,
	confirmations,
] as const satisfies readonly Waits[];

type MenuNames<W> = W extends { readonly menu: infer Menu } ? keyof Menu & string : never;
/** The names of the numbers that the menu shows. */
export type MenuCount = MenuNames<(typeof ALL)[number]>;
export const WAITS: readonly Waits[] = ALL;
