import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { App } from "./context.ts";

/** The session's envelope, the wait for a second factor, who signed in here before, what to say on the next page, and the theme. */
export type CookieName = "session" | "second-factor" | "browser" | "flash" | "theme";

/**
 * Whether cookies are for https only and carry the prefix `__Host-` (RFC 6265bis §4.1.3.2): always, but on plain http
 * in development, where browsers would drop them.
 */
const isPlain = (c: Context<App>): boolean =>
	c.env.ENVIRONMENT !== "production" && new URL(c.req.url).protocol === "http:";
const nameOf = (c: Context<App>, name: CookieName): string => (isPlain(c) ? name : `__Host-${name}`);

export const readCookie = (c: Context<App>, name: CookieName): string | undefined => getCookie(c, nameOf(c, name));

/** Sets a cookie for the whole site that no script reads; without `maxAge` (seconds) until the browser closes. */
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
