import type { Context } from "hono";
import { makeKnown } from "#auth/browser-cookie.ts";
import { openToken, sealToken } from "#auth/tokens.ts";
import type { Granted } from "#domain/system/actions.ts";
import { type Pending, pendingText, readPending } from "#domain/system/index.ts";
import type { App } from "#http/context.ts";
import { dropCookie, readCookie, writeCookie } from "#http/cookies.ts";

/**
 * Puts a granted session into the browser's cookie, drops the cookie that waits for a second factor, and marks the
 * browser as known to its user. A session that is not remembered ends when the browser closes.
 */
export async function giveSession(c: Context<App>, granted: Granted): Promise<void> {
	const { sid, expiresAt, isRemembered } = granted;
	writeCookie(c, "session", {
		value: await sealToken(c.env, "session", { subject: sid, expiresAt }),
		...(isRemembered ? { maxAge: Math.floor((expiresAt - Date.now()) / 1000) } : {}),
	});
	dropCookie(c, "second-factor");
	await makeKnown(c, granted);
}

/** Drops the cookie of the session, and what this browser keeps for its user alone. */
export function dropSession(c: Context<App>): void {
	dropCookie(c, "session");
	dropCookie(c, "ledger");
}

/**
 * Stores in a cookie, until `expiresAt` (UTC milliseconds), that the password was correct and the second factor is
 * still to be given.
 */
export async function givePending(
	c: Context<App>,
	{ pending, expiresAt }: { pending: Pending; expiresAt: number },
): Promise<void> {
	writeCookie(c, "second-factor", {
		value: await sealToken(c.env, "second-factor", { subject: pendingText(pending), expiresAt }),
	});
}

/** Returns the sign-in that waits for its second factor in this browser, if there is one. */
export async function takePending(c: Context<App>): Promise<Pending | undefined> {
	const token = readCookie(c, "second-factor");
	const subject = token ? await openToken(c.env, "second-factor", token) : undefined;
	return subject === undefined ? undefined : readPending(subject);
}
