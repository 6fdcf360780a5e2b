import { corsHeaders } from "#http/cors.ts";
import type { PublicState } from "#http/state.ts";
import type { Entry } from "#platform/cache.ts";

export type Tier = "memory" | "edge" | "miss" | "stale";

const CACHE_CONTROL = "public, max-age=0, must-revalidate";

/**
 * Makes the response from a cache's entry, with CORS headers, the content's revision and the cache tier that had it;
 * 304 when the client's If-None-Match names the entry's ETag.
 */
export function reply(
	request: Request,
	entry: Entry,
	from: { state: PublicState; tier: Tier; spentMs: number },
): Response {
	const { headers: asked } = request;
	const headers: Record<string, string> = {
		"Cache-Control": CACHE_CONTROL,
		Vary: "Origin",
		"X-Content-Type-Options": "nosniff",
		"X-Cache": from.tier,
		"X-Content-Rev": String(entry.rev),
		"Server-Timing": `${from.tier};dur=${from.spentMs}`,
		...corsHeaders(asked.get("Origin"), from.state.allows),
	};
	if (entry.location !== null) headers.Location = entry.location;
	if (entry.status === 200) {
		headers.ETag = entry.etag;
		const validator = asked.get("If-None-Match");
		if (validator !== null && matches(validator, entry.etag)) return new Response(null, { status: 304, headers });
	}
	headers["Content-Type"] = entry.contentType;
	return new Response(entry.body, { status: entry.status, headers });
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
