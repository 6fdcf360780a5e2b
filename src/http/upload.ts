import { Buffer } from "node:buffer";
import type { UploadedFile } from "#domain/system/index.ts";

/** One field of multipart/form-data: a text, or a file when the part has a file name. */
export type Part = { name: string; value: string | UploadedFile };

const HEADER_BYTES = 8 * 1024;
/** The escapes that browsers write for `"` and line ends in a name (HTML, "multipart/form-data encoding algorithm"). */
const ESCAPES: Record<string, string> = { "%22": '"', "%0D": "\r", "%0A": "\n" };

/**
 * Parses a multipart/form-data body (RFC 7578) into its parts, in order. Files are views of the body's bytes: nothing
 * is copied, so an upload needs its size in memory only once. An empty file field is left out. Undefined for a body
 * that has more than `maxParts` parts, is not well-formed, ends early, or is not UTF-8.
 */
export function parseMultipart(bytes: Uint8Array, boundary: string, maxParts: number): Part[] | undefined {
	const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const first = Buffer.from(`--${boundary}`);
	const next = Buffer.from(`\r\n--${boundary}`);
	if (!body.subarray(0, first.length).equals(first)) return undefined;
	const parts: Part[] = [];
	for (let at = first.length; ; ) {
		const after = body.toString("latin1", at, at + 2);
		if (after === "--") return parts;
		const header = body.indexOf("\r\n\r\n", at);
		const content = header + 4;
		const end = body.indexOf(next, content);
		if (after !== "\r\n" || header < 0 || header - at > HEADER_BYTES || end < 0) return undefined;
		const part = partOf(body.subarray(at + 2, header), bytes.subarray(content, end));
		if (!part || parts.length === maxParts) return undefined;
		if (part !== "nothing") parts.push(part);
		at = end + next.length;
	}
}

function partOf(header: Uint8Array, content: Uint8Array): Part | "nothing" | undefined {
	const lines = utf8(header)?.split("\r\n") ?? [];
	const fields = new Map(
		lines.map((line) => [line.split(":")[0]?.trim().toLowerCase(), line.replace(/^[^:]*:/, "").trim()]),
	);
	const disposition = fields.get("content-disposition");
	const name = parameter(disposition, "name");
	if (!disposition || !/^form-data\s*;/i.test(disposition) || name === undefined) return undefined;
	const filename = parameter(disposition, "filename");
	if (filename === undefined) {
		const value = utf8(content);
		return value === undefined ? undefined : { name, value };
	}
	if (filename === "" && content.length === 0) return "nothing";
	return { name, value: { filename, declaredType: fields.get("content-type") ?? "", bytes: content } };
}

/** Returns a quoted parameter of Content-Disposition; curl escapes a quote with a backslash, browsers as ESCAPES. */
function parameter(disposition: string | undefined, name: string): string | undefined {
	const [, quoted] = new RegExp(`;\\s*${name}="((?:\\\\"|[^"])*)"`, "i").exec(disposition ?? "") ?? [];
	return quoted?.replaceAll('\\"', '"').replace(/%(?:22|0D|0A)/gi, (code) => ESCAPES[code.toUpperCase()] ?? code);
}

function utf8(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
