import { createHash } from "node:crypto";
import { fileIdOfDigest } from "#domain/content/content/files.ts";
import { isMoving } from "#domain/content/media/pictures.ts";
import { cleanPicture } from "#domain/system/files/picture.ts";
import { isPicture } from "#domain/system/files/types.ts";
import { Refusal } from "#kernel/refusal.ts";
import { contentTypeOf } from "./content-type.ts";
import { imageSize } from "./image-size.ts";
import type { SiteFile } from "./site.ts";

/**
 * Returns the id of a file, made from SHA-256 over its name, a NUL and its bytes (src/domain/content/content/files.ts).
 */
export const fileId = (filename: string, bytes: Uint8Array): string =>
	fileIdOfDigest(createHash("sha256").update(filename).update("\0").update(bytes).digest());

/**
 * Returns a file as it is stored, and its size in pixels: a photo without what it says about people and places, as one
 * that staff upload. What cannot be read as a picture, or moves, is stored unchanged.
 */
function asStored(
	contentType: string,
	bytes: Uint8Array,
): { bytes: Uint8Array; width: number | null; height: number | null } {
	const kept = { width: null, height: null, ...(contentType.startsWith("image/") ? imageSize(bytes) : null), bytes };
	if (!isPicture(contentType)) return kept;
	try {
		const cleaned = cleanPicture(contentType, bytes);
		return isMoving(contentType, bytes) ? kept : cleaned;
	} catch (error) {
		if (error instanceof Refusal) return kept;
		throw error;
	}
}

/** Describes a file of a site from its bytes; `read` returns the bytes again when they are uploaded. */
export function makeFile(filename: string, original: Uint8Array, read: () => Promise<Uint8Array>): SiteFile {
	const contentType = contentTypeOf(filename, original);
	const { bytes, width, height } = asStored(contentType, original);
	return {
		id: fileId(filename, bytes),
		filename,
		contentType,
		size: bytes.byteLength,
		sha256: createHash("sha256").update(bytes).digest("hex"),
		width,
		height,
		read: async () => asStored(contentType, await read()).bytes,
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
