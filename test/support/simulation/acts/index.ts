import type { Act } from "../seen.ts";
import { BANK } from "./bank.ts";
import { BOOKS } from "./books.ts";
import { INCOME } from "./income.ts";
import { MAILS } from "./mails.ts";
import { PAYMENTS } from "./payments.ts";
import { PERIODS } from "./periods.ts";
import { RECEIPTS } from "./receipts.ts";
import { REQUESTS } from "./requests.ts";

/** Everything that people do, by what it is about. */
export const GROUPS: readonly (readonly Act[])[] = [PAYMENTS, RECEIPTS, INCOME, BANK, REQUESTS, BOOKS, PERIODS, MAILS];
