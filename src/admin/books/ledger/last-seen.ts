import type { Ask } from "#auth/route.ts";
import { readCookie, writeCookie } from "#http/cookies.ts";

/** The account that a user looked at last, with the ends of the period when the address named them. */
export type LastSeen = { account: number; from?: string | undefined; to?: string | undefined };

const A_QUARTER_S = 90 * 86_400;
const END = String.raw`(\d{4}-(?:0[1-9]|1[0-2])(?:-\d\d)?)?`;
const KEPT = new RegExp(String.raw`^(\d{1,15})\.(\d{1,15})\.${END}\.${END}$`);

type Asking = Pick<Ask, "c" | "who">;

/** Returns what the address of a book asks for; a bare one means the account that the user looked at last. */
export const lastOr = <Q extends object>(ask: Asking & { query: Q }): Q & Partial<LastSeen> =>
	Object.keys(ask.c.req.query()).length === 0 ? { ...ask.query, ...lastSeen(ask) } : ask.query;

/**
 * Returns the account of the ledger that this user looked at last in this browser. It is kept in a cookie, which names the
 * user, so that nobody else who signs in here gets it; signing out drops it.
 */
function lastSeen({ c, who }: Asking): LastSeen | undefined {
	const [, user, account, from, to] = KEPT.exec(readCookie(c, "ledger") ?? "") ?? [];
	return Number(user) === who.userId ? { account: Number(account), from, to } : undefined;
}

/** Keeps the account that the user looks at now. */
export function keepSeen({ c, who }: Asking, { account, from = "", to = "" }: LastSeen): void {
	const value = `${who.userId}.${account}.${from}.${to}`;
	if (readCookie(c, "ledger") !== value) writeCookie(c, "ledger", { value, maxAge: A_QUARTER_S });
}
