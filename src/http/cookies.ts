import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { App } from "./context.ts";

/**
 * The cookies: the session, the wait for a second factor, the users who signed in with this browser before, the message
 * for the next page, the theme, and the account of the ledger that was looked at last.
 */
export type CookieName = "session" | "second-factor" | "browser" | "flash" | "theme" | "ledger";

/**
 * Returns whether the request came by plain http outside production. A cookie is then set without `Secure` and without
 * the prefix `__Host-` (RFC 6265bis §4.1.3.2), because browsers would drop such a cookie; all other cookies have both.
 */
const isPlain = (c: Context<App>): boolean =>
	c.env.ENVIRONMENT !== "production" && new URL(c.req.url).protocol === "http:";
const nameOf = (c: Context<App>, name: CookieName): string => (isPlain(c) ? name : `__Host-${name}`);

export const readCookie = (c: Context<App>, name: CookieName): string | undefined => getCookie(c, nameOf(c, name));

/**
 * Sets a cookie for the whole site that scripts cannot read; it lives for `maxAge` seconds, without it until the
 * browser closes.
 */
export function writeCookie(c: Context<App>, name: CookieName, of: { value: string; maxAge?: number }): void {
	setCookie(c, nameOf(c, name), of.value, {
		path: "/",
		httpOnly: true,
		secure: !isPlain(c),
		sameSite: "Lax",
		...(of.maxAge === undefined ? {} : { maxAge: of.maxAge }),
	});
}

export const dropCookie = (c: Context<App>, name: CookieName): void => writeCookie(c, name, { value: "", maxAge: 0 });
