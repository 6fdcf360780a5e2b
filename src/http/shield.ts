import type { MiddlewareHandler } from "hono";

/**
 * The headers of every answer: pages, files, the public API, refusals and crashes. An answer that sets a header itself
 * keeps its own (src/http/secure.ts, src/http/file.ts).
 */
export const ALWAYS = {
	"Strict-Transport-Security": "max-age=63072000; includeSubDomains",
	"X-Content-Type-Options": "nosniff",
	"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
	"Referrer-Policy": "strict-origin-when-cross-origin",
};

/** Adds the headers of ALWAYS to the answers of all later handlers, where an answer does not have them. */
export const shield: MiddlewareHandler = async (c, next) => {
	await next();
	// An answer of the API has all of them (src/http/reply.ts).
	if (c.res.headers.has("Strict-Transport-Security")) return;
	for (const [name, value] of Object.entries(ALWAYS)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
};
