import type { MiddlewareHandler } from "hono";

/**
 * What every answer carries, whoever makes it: pages, files and the public API, refusals and crashes among them. An answer
 * that says something stricter, or of its own, keeps it (src/http/secure.ts, src/http/file.ts).
 */
const ALWAYS = {
	"Strict-Transport-Security": "max-age=63072000; includeSubDomains",
	"X-Content-Type-Options": "nosniff",
	"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
	"Referrer-Policy": "strict-origin-when-cross-origin",
};

/** Adds them to the answer of whatever comes behind it. */
export const shield: MiddlewareHandler = async (c, next) => {
	await next();
	for (const [name, value] of Object.entries(ALWAYS)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
};
