import { FRAME_ORIGINS } from "#domain/content/content/players.ts";

/**
 * What every answer that is not the public API carries. Scripts and styles come from our own files alone, so a text that
 * slipped through as markup could still run nothing. Pages are never kept: after signing out, "back" shows nothing.
 */
const HEADERS: Record<string, string> = {
	"Content-Security-Policy": [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self' data:",
		"frame-src 'self'",
		"connect-src 'self'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		"base-uri 'none'",
	].join("; "),
	"Strict-Transport-Security": "max-age=63072000; includeSubDomains",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "same-origin",
	"Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Cache-Control": "no-store",
};

/**
 * What a page changes that shows a text of the website as readers will see it: pictures, sound and video from anywhere,
 * the players that a text may hold, which refuse to play without knowing the site (its origin and nothing more, so that
 * no token of an address leaves). Scripts and styles stay our own.
 */
const OUTSIDE: Record<string, string> = {
	"Content-Security-Policy": (HEADERS["Content-Security-Policy"] ?? "")
		.replace("img-src 'self' data:", "img-src 'self' data: https:; media-src 'self' https:")
		.replace("frame-src 'self'", ["frame-src 'self'", ...FRAME_ORIGINS].join(" ")),
	"Referrer-Policy": "strict-origin",
};

/** Adds the headers that an answer does not set itself; `outside` for a page that shows what lies elsewhere. */
export function secure(response: Response, { outside = false } = {}): Response {
	for (const [name, value] of Object.entries(outside ? { ...HEADERS, ...OUTSIDE } : HEADERS))
		if (!response.headers.has(name)) response.headers.set(name, value);
	return response;
}
