import type { Context } from "hono";
import { contentDisposition } from "#http/private-file.ts";
import { publish, refuse } from "#http/public.ts";
import { parseRange } from "#http/range.ts";
import { matches } from "#http/reply.ts";
import type { PublicState } from "#http/state.ts";
import { readFile } from "#platform/files.ts";
import type { App } from "./context.ts";

/** A file in R2 as the database knows it. `modifiedAt` is UTC milliseconds. */
export type PublicFile = {
	filename: string;
	contentType: string;
	size: number;
	sha256: string;
	objectKey: string;
	modifiedAt: number;
	cacheControl: string;
};

/** The types that a browser may show inside a page; every other type is downloaded. */
const INLINE = new Set(["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"]);

/**
 * Answers with a file (docs/concepts.md#files): 304 when the client's copy is unchanged, 206 for one range, 416 for a
 * range outside the file, otherwise 200. Returns undefined when R2 has no such object.
 */
export async function sendFile(c: Context<App>, state: PublicState, file: PublicFile): Promise<Response | undefined> {
	const etag = `"${file.sha256.slice(0, 32)}"`;
	const headers = new Headers(headersOf(file, etag));
	if (isUnchanged(c, etag, file.modifiedAt)) return publish(c, new Response(null, { status: 304, headers }), state);

	const range = parseRange(rangeHeader(c, etag, file.modifiedAt), file.size);
	if (range === "outside") {
		const headers = { "Content-Range": `bytes */${file.size}` };
		return refuse(c, state, { status: 416, detail: `The file has ${file.size} bytes.`, headers });
	}
	const part = range === "whole" ? undefined : range;
	const body = await readFile(c.env.FILES, file.objectKey, part);
	if (!body) return undefined;
	headers.set("Content-Type", file.contentType);
	headers.set("Content-Length", String(part?.length ?? file.size));
	if (part) headers.set("Content-Range", `bytes ${part.offset}-${part.offset + part.length - 1}/${file.size}`);
	return publish(c, new Response(body, { status: part ? 206 : 200, headers }), state);
}

function headersOf(file: PublicFile, etag: string): Record<string, string> {
	const disposition = INLINE.has(file.contentType) ? "inline" : "attachment";
	return {
		ETag: etag,
		"Last-Modified": new Date(file.modifiedAt).toUTCString(),
		"Cache-Control": file.cacheControl,
		"Accept-Ranges": "bytes",
		"Content-Disposition": contentDisposition(disposition, file.filename),
		"Content-Security-Policy": "default-src 'none'; sandbox",
		"Cross-Origin-Resource-Policy": "cross-origin",
	};
}

const seconds = (ms: number): number => Math.floor(ms / 1000) * 1000;

/**
 * Returns whether the client's copy is unchanged, by If-None-Match or, without that header, by If-Modified-Since (RFC
 * 9110 §13.2.2).
 */
function isUnchanged(c: Context<App>, etag: string, modifiedAt: number): boolean {
	const validator = c.req.header("If-None-Match");
	if (validator !== undefined) return matches(validator, etag);
	const since = Date.parse(c.req.header("If-Modified-Since") ?? "");
	return seconds(modifiedAt) <= since;
}

/**
 * Returns the Range header where it counts: in a GET request (RFC 9110 §14.2) without If-Range, or whose If-Range names
 * this version of the file (§13.1.5); otherwise null.
 */
function rangeHeader(c: Context<App>, etag: string, modifiedAt: number): string | null {
	if (c.req.method !== "GET") return null;
	const condition = c.req.header("If-Range");
	if (condition !== undefined && condition !== etag && Date.parse(condition) !== seconds(modifiedAt)) return null;
	return c.req.header("Range") ?? null;
}
