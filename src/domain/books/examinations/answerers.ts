import type { Permission } from "#permissions.ts";

/** The permissions with which somebody answers a doubt, as a trigger of migration 0091 has them. */
export const ANSWERERS = [
	"ledger.post",
	"finance.review.cashier",
	"finance.pay",
] as const satisfies readonly Permission[];
