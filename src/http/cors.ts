import { MIN_REV_HEADER } from "#http/min-rev.ts";

const LOCAL_SITE = "http://localhost:3000";
/** A website on the developer's own machine, on any port. */
const ANY_LOCAL_SITE = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?$/;

/**
 * The most `*` in an origin pattern: each additional one multiplies what a hostile Origin header costs, 45 ms with
 * three, 4 s with four.
 */
const MOST_STARS = 2;

/**
 * Turns a pattern such as `https://site-*-team.vercel.app` into an anchored regular expression; `*` never matches a
 * dot, a slash or a colon. Undefined when the pattern is empty or has too many `*`.
 */
function originPattern(pattern: string): RegExp | undefined {
	if (!pattern || pattern.split("*").length > MOST_STARS + 1) return undefined;
	const source = pattern
		.split("*")
		.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
		.join("[^./:@]+");
	return new RegExp(`^${source}$`);
}

/**
 * The longest Origin header that is tested against a pattern, in characters, more than any host name with its scheme
 * and port needs: a pattern with several `*` is never run over a long header.
 */
const LONGEST_ORIGIN = 300;

/**
 * Returns a function that tests whether an origin may read the API from a browser: the website `site`, a preview of it
 * (`previewPattern`), or LOCAL_SITE; `isDevelopment` allows a website on any port of this machine
 * (docs/operations.md#configuration).
 */
export function originTest(site: string, previewPattern: string, isDevelopment = false): (origin: string) => boolean {
	const preview = originPattern(previewPattern);
	return (origin) =>
		origin === site ||
		origin === LOCAL_SITE ||
		(isDevelopment && ANY_LOCAL_SITE.test(origin)) ||
		(origin.length <= LONGEST_ORIGIN && (preview?.test(origin) ?? false));
}

const EXPOSED = "ETag, Link, Retry-After, X-Cache, X-Content-Rev, Content-Range, Content-Length";

const NONE = {};

/**
 * Returns the CORS headers for an allowed origin, none for another origin. `Vary: Origin`, which every answer carries
 * whether the origin is allowed or not, is not among them.
 */
export function corsHeaders(origin: string | null, allows: (origin: string) => boolean): Record<string, string> {
	if (origin === null || !allows(origin)) return NONE;
	return { "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED };
}

/** Answers a preflight request with 204; only an allowed origin gets the headers that permit the request. */
export function preflight(origin: string | null, allows: (origin: string) => boolean): Response {
	const headers = new Headers({ Allow: "GET, HEAD, OPTIONS", Vary: "Origin", "Cache-Control": "no-store" });
	if (origin !== null && allows(origin)) {
		headers.set("Access-Control-Allow-Origin", origin);
		headers.set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS");
		headers.set(
			"Access-Control-Allow-Headers",
			`If-None-Match, If-Modified-Since, Range, Accept, Content-Type, ${MIN_REV_HEADER}`,
		);
		headers.set("Access-Control-Max-Age", "86400");
	}
	return new Response(null, { status: 204, headers });
}
