import { FRAME_ORIGINS } from "#domain/content/index.ts";

/**
 * The headers of every answer outside the public API. Scripts and styles come only from this site's files, so markup
 * that slipped into a text could run nothing. Pages are never cached: after signing out, the browser's back button
 * shows nothing.
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
 * The headers that differ on a page that shows a text of the website as readers will see it: it allows pictures, sound
 * and video from anywhere and the video players that a text may contain. The players refuse to work without knowing the
 * site, so they get its origin and nothing more, and no token in an address leaves. Scripts and styles still come only
 * from this site.
 */
const OUTSIDE: Record<string, string> = {
	"Content-Security-Policy": (HEADERS["Content-Security-Policy"] ?? "")
		.replace("img-src 'self' data:", "img-src 'self' data: https:; media-src 'self' https:")
		.replace("frame-src 'self'", ["frame-src 'self'", ...FRAME_ORIGINS].join(" ")),
	"Referrer-Policy": "strict-origin",
};

/** Adds the security headers that an answer lacks; `outside` is for a page that shows content of other sites. */
export function secure(response: Response, { outside = false } = {}): Response {
	for (const [name, value] of Object.entries(outside ? { ...HEADERS, ...OUTSIDE } : HEADERS))
		if (!response.headers.has(name)) response.headers.set(name, value);
	return response;
}
