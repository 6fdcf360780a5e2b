import { isHeic } from "./quirks.ts";

/** The longest side of a picture that is sent, in pixels: twice what the website shows. */
const MOST_SIDE = 2_560;
const JPEG_QUALITY = 0.86;

/** The types that stay when a picture is drawn again; a GIF, which is not among them, would lose its movement. */
const KEPT: Record<string, string> = { "image/png": "image/png", "image/webp": "image/webp" };
const ENDS: Record<string, string> = { "image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp" };

/**
 * Prepares a picture for sending: one whose longest side is over 2,560 px becomes smaller, HEIC becomes JPEG when the
 * browser can read it. A file that cannot be drawn stays as it is, and the server says what is wrong with it. `null`
 * for HEIC that this browser cannot read.
 */
export async function shrink(file: File): Promise<File | null> {
	const heic = isHeic(file);
	if (!heic && !["image/jpeg", "image/png", "image/webp"].includes(file.type)) return file;
	const picture = await createImageBitmap(file).catch(() => null);
	if (!picture) return heic ? null : file;
	const scale = Math.min(1, MOST_SIDE / Math.max(picture.width, picture.height));
	if (scale === 1 && !heic) {
		picture.close();
		return file;
	}
	const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
	const context = canvas.getContext("2d");
	if (!context) return heic ? null : file;
	context.imageSmoothingQuality = "high";
	context.drawImage(picture, 0, 0, canvas.width, canvas.height);
	picture.close();
	const type = KEPT[file.type] ?? "image/jpeg";
	const blob = await canvas.convertToBlob({ type, quality: JPEG_QUALITY });
	return new File([blob], file.name.replace(/\.\w+$/, "") + (ENDS[blob.type] ?? ".png"), { type: blob.type });
}
