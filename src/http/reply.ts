import { corsHeaders } from "#http/cors.ts";
import { ALWAYS } from "#http/shield.ts";
import type { PublicState } from "#http/state.ts";
import type { Entry } from "#platform/cache.ts";

export type Tier = "memory" | "edge" | "miss" | "stale";

/** The headers that every answer of the API has, those of the shield among them. */
const COMMON = new Headers({ ...ALWAYS, "Cache-Control": "public, max-age=0, must-revalidate", Vary: "Origin" });

/**
 * Makes the response from a cache's entry, with CORS headers, the content's revision and the cache tier that had it;
 * 304 when the client's If-None-Match names the entry's ETag.
 */
export function reply(
	request: Request,
	entry: Entry,
	from: { state: PublicState; tier: Tier; spentMs: number },
): Response {
	const headers = headersOf(entry, from);
	const cors = corsHeaders(request.headers.get("Origin"), from.state.allows);
	for (const [name, value] of Object.entries(cors)) headers.set(name, value);
	if (isUnchanged(request, entry)) return new Response(null, { status: 304, headers });
	headers.set("Content-Type", entry.contentType);
	return new Response(entry.body, { status: entry.status, headers });
}

type Ready = { whole: Headers; unchanged: Headers };
/** The headers of the answers that may leave from memory, without the header Origin; the same for every request. */
const readyHeaders = new WeakMap<Entry, Ready>();

/**
 * Lets an entry leave from memory as it is, from now on. Not for the entry of a file, which holds the file's row: the
 * bytes are in R2.
 */
export function makeReady(entry: Entry): void {
	if (readyHeaders.has(entry)) return;
	const unchanged = headersOf(entry, { tier: "memory", spentMs: 0 });
	const whole = new Headers(unchanged);
	whole.set("Content-Type", entry.contentType);
	readyHeaders.set(entry, { whole, unchanged });
}

/**
 * Makes the response that `reply` makes from an entry in memory for a request without the header Origin; undefined for
 * an entry that was not made ready.
 */
export function replyFromMemory(request: Request, entry: Entry): Response | undefined {
	const ready = readyHeaders.get(entry);
	if (!ready) return undefined;
	if (isUnchanged(request, entry)) return new Response(null, { status: 304, headers: ready.unchanged });
	return new Response(entry.body, { status: entry.status, headers: ready.whole });
}

/** Returns the headers of an answer that do not depend on the request, but for its type, which a 304 does not have. */
function headersOf(entry: Entry, { tier, spentMs }: { tier: Tier; spentMs: number }): Headers {
	const headers = new Headers(COMMON);
	headers.set("X-Cache", tier);
	headers.set("X-Content-Rev", String(entry.rev));
	headers.set("Server-Timing", `${tier};dur=${spentMs}`);
	if (entry.location !== null) headers.set("Location", entry.location);
	if (entry.status === 200) headers.set("ETag", entry.etag);
	return headers;
}

function isUnchanged(request: Request, { status, etag }: Entry): boolean {
	const validator = status === 200 ? request.headers.get("If-None-Match") : null;
	return validator !== null && matches(validator, etag);
}

/** Returns whether an If-None-Match header names this ETag, in the weak comparison (RFC 9110 §13.1.2). */
export const matches = (validator: string, etag: string): boolean =>
	validator === "*" || validator.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);

/** Returns a strong ETag: 128 bits of SHA-256 over the body. */
export async function etagOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body)).subarray(0, 16);
	return `"${btoa(String.fromCharCode(...digest))
		.replace(/\+/g, "-")
		.replace(/\//g, "_")
		.replace(/={1,2}$/, "")}"`;
}

/**
 * Returns whether an Accept header allows a media type: the most specific range decides (RFC 9110 §12.5.1); without the
 * header everything is allowed.
 */
export function accepts(header: string | null, type: string): boolean {
	if (header === null || header === "*/*" || header.trim() === "") return true;
	const ranges = header.split(",").map((range) => {
		const [name, ...parameters] = range.split(";").map((text) => text.trim().toLowerCase());
		return { name, refused: parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) };
	});
	const [family] = type.split("/");
	const [decisive] = [type, `${family}/*`, "*/*"].flatMap((name) => ranges.filter((range) => range.name === name));
	return decisive !== undefined && !decisive.refused;
}
