import { Refusal } from "#kernel/refusal.ts";
import type { CleanPicture, Size } from "./clean.ts";
import { cleanJpeg } from "./jpeg.ts";
import { cleanPng } from "./png.ts";
import type { PictureType } from "./types.ts";
import { cleanWebp } from "./webp.ts";

/** The largest number of pixels, so that a phone showing the picture needs at most 200 MB of memory. */
const MOST_PIXELS = 50_000_000;

const CLEAN: Record<PictureType, (bytes: Uint8Array) => CleanPicture> = {
	"image/jpeg": cleanJpeg,
	"image/png": cleanPng,
	"image/webp": cleanWebp,
};

/**
 * Returns a picture without its metadata about people and places, not encoded anew, and its size in pixels as it is
 * shown. Refuses `file.damaged` (it cannot be read, or has no size), `file.too_many_pixels` (over MOST_PIXELS), and
 * `file.type_refused` for an animated WebP.
 */
export function cleanPicture(type: PictureType, bytes: Uint8Array): Size & { bytes: Uint8Array } {
	const { width, height, isTurned, bytes: cleaned } = readable(() => CLEAN[type](bytes));
	if (width === 0 || height === 0) throw new Refusal("file.damaged");
	if (width * height > MOST_PIXELS) throw new Refusal("file.too_many_pixels");
	return { ...(isTurned ? { width: height, height: width } : { width, height }), bytes: cleaned };
}

/** Runs `read` and refuses, as `file.damaged`, a picture whose structure leads past the end of its bytes. */
function readable<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (error instanceof RangeError) throw new Refusal("file.damaged");
		throw error;
	}
}
