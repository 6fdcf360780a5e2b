import { createHash } from "node:crypto";
import { fileIdOfDigest } from "#domain/content/content/files.ts";
import { contentTypeOf } from "./content-type.ts";
import { imageSize } from "./image-size.ts";
import type { SiteFile } from "./site.ts";

/**
 * Returns the id of a file, made from SHA-256 over its name, a NUL and its bytes (src/domain/content/content/files.ts).
 */
export const fileId = (filename: string, bytes: Uint8Array): string =>
	fileIdOfDigest(createHash("sha256").update(filename).update("\0").update(bytes).digest());

/** Describes a file of a site from its bytes; `read` returns the bytes again when they are uploaded. */
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

/** Returns a path's last part as the database accepts it: NFC, at most 120 code points, with its extension. */
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
