import { createHash } from "node:crypto";
import { contentTypeOf } from "./content-type.ts";
import { imageSize } from "./image-size.ts";
import type { SiteFile } from "./site.ts";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * The id of a file: 26 characters of lower-case base32 (RFC 4648, without padding) of SHA-256 over its name, a NUL and
 * its bytes. The same file is the same id in every run and every database.
 */
export function fileId(filename: string, bytes: Uint8Array): string {
	const digest = createHash("sha256").update(filename).update("\0").update(bytes).digest();
	let bits = 0n;
	for (const byte of digest.subarray(0, 17)) bits = (bits << 8n) | BigInt(byte);
	let id = "";
	for (let i = 0; i < 26; i++) id += BASE32[Number((bits >> BigInt(136 - 5 * (i + 1))) & 31n)];
	return id;
}

/** A file of a site from its bytes; `read` gives them again when they are uploaded. */
export function makeFile(filename: string, bytes: Uint8Array, read: () => Promise<Uint8Array>): SiteFile {
	const contentType = contentTypeOf(filename, bytes);
	const size = contentType.startsWith("image/") ? imageSize(bytes) : null;
	return {
		id: fileId(filename, bytes),
		filename,
		contentType,
		size: bytes.byteLength,
		sha256: createHash("sha256").update(bytes).digest("hex"),
		width: size?.width ?? null,
		height: size?.height ?? null,
		read,
	};
}

/** A path's last part as the table takes it: NFC, at most 120 code points, the extension kept. */
export function filenameOf(path: string): string {
	const name = path
		.slice(path.lastIndexOf("/") + 1)
		.normalize("NFC")
		.replace(/[\p{Cc}\\]/gu, "_");
	const points = [...name];
	if (points.length <= 120) return name;
	const extension = [...(/\.[^.]{1,10}$/.exec(name)?.[0] ?? "")];
	return points.slice(0, 120 - extension.length).join("") + extension.join("");
}

/** Address of a file in stored texts. Brackets are escaped too, for Markdown's sake. */
export const fileUrl = ({ id, filename }: Pick<SiteFile, "id" | "filename">): string =>
	`/api/v1/attachments/${id}/${encodeURIComponent(filename).replace(/[()!'*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;

const FILE_URL = /\/api\/v1\/attachments\/([a-z2-7]{26})\//g;

/** Ids of the files that a text shows or links to, sorted. */
export const filesIn = (markdown: string): string[] =>
	[...new Set([...markdown.matchAll(FILE_URL)].map(([, id = ""]) => id))].sort();
