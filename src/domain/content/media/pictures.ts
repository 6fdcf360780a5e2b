import { PICTURE_WIDTHS, type PictureFormat } from "#domain/content/content/picture-formats.ts";

/** The errors of a picture that no further try makes smaller by itself. */
export const NO_ORIGINAL = "the original is missing in R2";
export const NO_SIZE = "its width and height are not known";

/** The longest blur, a data URI, in characters. */
export const LONGEST_BLUR = 240;

/**
 * Returns the widths in which a picture of this width is made: those that are smaller, and its own where that is not
 * over the largest.
 */
export const widthsOf = (width: number): number[] => [
	...PICTURE_WIDTHS.filter((one) => one < width),
	...(width <= Math.max(...PICTURE_WIDTHS) ? [width] : []),
];

/**
 * Returns the formats of a picture: one that may be transparent gets no JPEG, which would fill it with a colour, and one
 * that moves, as an import may bring, none at all, for a copy would stand still.
 */
export function formatsOf(contentType: string, bytes: Uint8Array): PictureFormat[] {
	if (isMoving(contentType, bytes)) return [];
	return isOpaque(contentType, bytes) ? ["webp", "jpeg"] : ["webp"];
}

/** Returns whether a picture moves: the flag of RFC 9649, 2.7, or a chunk of PNG, 11.3.6.1, before the picture's data. */
export function isMoving(contentType: string, bytes: Uint8Array): boolean {
	if (contentType === "image/png") return hasChunk(bytes, "acTL");
	return contentType === "image/webp" && nameAt(bytes, 12) === "VP8X" && ((bytes[20] ?? 0) & 0x02) !== 0;
}

/** Returns whether no pixel can be transparent, by what the file says about itself; it must be one that was cleaned. */
function isOpaque(contentType: string, bytes: Uint8Array): boolean {
	if (contentType === "image/jpeg") return true;
	if (contentType === "image/png") return isOpaquePng(bytes);
	return contentType === "image/webp" && isOpaqueWebp(bytes);
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** PNG, 11.2.1: the colour types 4 and 6 have an alpha channel; 11.3.1.1: tRNS stands before the picture's data. */
function isOpaquePng(bytes: Uint8Array): boolean {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return ![4, 6].includes(view.getUint8(25)) && !hasChunk(bytes, "tRNS");
}

/** Whether a PNG has a chunk before its picture's data. */
function hasChunk(bytes: Uint8Array, name: string): boolean {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	for (let at = 8; nameAt(bytes, at + 4) !== "IDAT"; at += 12 + view.getUint32(at))
		if (nameAt(bytes, at + 4) === name) return true;
	return false;
}

/** RFC 9649, 2.7 and 3.4: a flag of VP8X, or of a picture without loss. */
function isOpaqueWebp(bytes: Uint8Array): boolean {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const first = nameAt(bytes, 12);
	if (first === "VP8X") return (view.getUint8(20) & 0x10) === 0;
	return first === "VP8 " || ((view.getUint32(21, true) >>> 28) & 1) === 0;
}

/** Returns the name of a picture's file in another format. */
export const namedAs = (filename: string, format: PictureFormat): string =>
	`${filename.replace(/\.[^.]*$/, "")}.${format === "jpeg" ? "jpg" : format}`;

/** Whether a made picture has the shape of its original, which is `width` × `height` pixels as it is shown. */
export const hasShape = (
	made: { width: number | null; height: number | null },
	original: { width: number; height: number },
): boolean =>
	made.width !== null &&
	made.height !== null &&
	Math.abs(made.height - (made.width * original.height) / original.width) <= 1 + original.height / original.width;
