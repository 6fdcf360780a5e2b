import { cut, fromLatin1, join, viewOf } from "#domain/system/files/bytes.ts";

/** Bytes that base64 stands for. */
export const fromBase64 = (text: string): Uint8Array => fromLatin1(atob(text));
/** One character for each byte: what a search for a text in a file looks through. */
export const asLatin1 = (bytes: Uint8Array): string => {
	let text = "";
	for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
	return text;
};

/** 24 × 16 pixels in four colours, a quarter of them half transparent where the format can, as Chromium encodes them. */
export const REAL = {
	jpeg: fromBase64(
		"/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAA" +
			"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" +
			"AAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAA" +
			"ABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1" +
			"AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAP" +
			"KnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/" +
			"2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi" +
			"9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAQABgDASIAAhEBAxEB/8QAFgABAQEA" +
			"AAAAAAAAAAAAAAAABQAG/8QAGBABAAMBAAAAAAAAAAAAAAAAAAVDgsH/xAAWAQEBAQAAAAAAAAAAAAAAAAAGAwT/xAAmEQAABAQEBwAAAAAAAA" +
			"AAAAAAAQQRAgUSExQxUWEDFSFBYqHh/9oADAMBAAIRAxEAPwAUlD3Z6ypWDvz1aYyTDpouLcdm7bkWo2rphj08SammpurvkZHkxaDUIYha3uDf" +
			"J/P19H//2Q==",
	),
	png: fromBase64(
		"iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAYAAAAMJL+VAAAAPUlEQVR4AeyTQQoAQAgC3X6+L7d+IBLdLLwJwZhFgI5AbwvHkwMScBBpRG/e2t" +
			"F05jtKBjoD6VgakoEE2AAAAP//ZI2z9gAAAAZJREFUAwD4m03xi5vx9QAAAABJRU5ErkJggg==",
	),
	webpLossy: fromBase64(
		"UklGRlwCAABXRUJQVlA4WAoAAAAwAAAAFwAADwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAA" +
			"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" +
			"AAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAA" +
			"ABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1" +
			"AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAP" +
			"KnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZB" +
			"TFBIFgAAAAEP8MD/iIggJCD8X+uBakJE/yeA3yZWUDggUAAAADADAJ0BKhgAEAAumWi0WiKoKCgIAJhLUAToj/8DzL+fKiAA/uLkc8k+6QPzs5" +
			"/3N/ytKCn/+sWv/+eUy9OH/9tCT/8yg704eIHw1oNz8AAA",
	),
	webpLossless: fromBase64(
		"UklGRhwCAABXRUJQVlA4WAoAAAAwAAAAFwAADwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAA" +
			"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" +
			"AAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAA" +
			"ABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1" +
			"AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAP" +
			"KnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZW" +
			"UDhMLgAAAC8XwAMQH7D/AoKC/6MTEBT5P5qAoOg50yP7FgBhttEkJznJ+x9BRP9jW/VUgSM=",
	),
};

/** What must not survive, in every place that can hold it. */
export const SECRET = "SECRET-23.5N-121.0E";

/** EXIF's TIFF structure as a telephone writes it: little-endian, orientation, maker, a GPS directory, a thumbnail. */
export function phoneExif(orientation: number): Uint8Array {
	const tiff = new Uint8Array(140);
	const view = viewOf(tiff);
	const entry = (at: number, [tag, type, count, value]: [number, number, number, number]) => {
		view.setUint16(at, tag, true);
		view.setUint16(at + 2, type, true);
		view.setUint32(at + 4, count, true);
		view.setUint32(at + 8, value, true);
	};
	tiff.set(fromLatin1("II*\0\x08\0\0\0"));
	view.setUint16(8, 3, true);
	entry(10, [0x010f, 2, SECRET.length + 1, 80]); // Make
	entry(22, [0x0112, 3, 1, orientation]);
	entry(34, [0x8825, 4, 1, 50]); // GPS
	view.setUint16(50, 1, true);
	entry(52, [0x0006, 5, 1, 100]); // altitude
	tiff.set(fromLatin1(SECRET), 80);
	tiff.set(fromLatin1(SECRET), 110);
	return tiff;
}

export function jpegSegment(marker: number, content: Uint8Array | string): Uint8Array {
	const bytes = typeof content === "string" ? fromLatin1(content) : content;
	const length = bytes.length + 2;
	return join([Uint8Array.of(0xff, marker, length >> 8, length & 255), bytes]);
}

/** Segments put behind the first one of a JPEG, where cameras put theirs. */
export function withSegments(jpeg: Uint8Array, segments: Uint8Array[]): Uint8Array {
	const first = 4 + viewOf(jpeg).getUint16(4);
	return join([cut(jpeg, 0, first), ...segments, jpeg.subarray(first)]);
}

export function pngChunk(type: string, content: Uint8Array | string): Uint8Array {
	const bytes = typeof content === "string" ? fromLatin1(content) : content;
	const chunk = join([new Uint8Array(4), fromLatin1(type), bytes, new Uint8Array(4)]);
	viewOf(chunk).setUint32(0, bytes.length);
	viewOf(chunk).setInt32(chunk.length - 4, crc32(chunk.subarray(4, -4)));
	return chunk;
}

/** Chunks put behind IHDR. */
export const withChunks = (png: Uint8Array, chunks: Uint8Array[]): Uint8Array =>
	join([cut(png, 0, 33), ...chunks, png.subarray(33)]);

export function riffChunk(type: string, content: Uint8Array | string): Uint8Array {
	const bytes = typeof content === "string" ? fromLatin1(content) : content;
	const chunk = new Uint8Array(8 + bytes.length + (bytes.length % 2));
	chunk.set(fromLatin1(type));
	viewOf(chunk).setUint32(4, bytes.length, true);
	chunk.set(bytes, 8);
	return chunk;
}

/** Chunks put at the end of an extended WebP, and the flags that say so (EXIF and XMP). */
export function withRiffChunks(webp: Uint8Array, chunks: Uint8Array[], flags = 0x0c): Uint8Array {
	const longer = join([webp, ...chunks]);
	viewOf(longer).setUint32(4, longer.length - 8, true);
	longer[20] = (longer[20] ?? 0) | flags;
	return longer;
}

/** A picture's file as a telephone makes it: its place, maker, comments, preview, texts and something behind the end. */
export const PHONE = {
	"image/jpeg": (orientation: number): Uint8Array =>
		join([
			withSegments(REAL.jpeg, [
				jpegSegment(0xe1, join([fromLatin1("Exif\0\0"), phoneExif(orientation)])),
				jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SECRET}</x:xmpmeta>`),
				jpegSegment(0xe0, `JFXX\0\x13${SECRET}`),
				jpegSegment(0xe2, `MPF\0${SECRET}`),
				jpegSegment(0xed, `Photoshop 3.0\0${SECRET}`),
				jpegSegment(0xeb, `JP${SECRET}`),
				jpegSegment(0xee, `Adobe\0\x64\0\0\0\0\x01${SECRET}`),
				jpegSegment(0xfe, SECRET),
			]),
			fromLatin1(`PK\x03\x04<script>${SECRET}`),
		]),
	"image/png": (orientation: number): Uint8Array =>
		join([
			withChunks(REAL.png, [
				pngChunk("eXIf", phoneExif(orientation)),
				pngChunk("tEXt", `Comment\0${SECRET}`),
				pngChunk("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${SECRET}`),
				pngChunk("zTXt", `Comment\0\0${SECRET}`),
				pngChunk("tIME", "\x07\xea\x01\x02\x03\x04\x05"),
				pngChunk("prVt", SECRET),
			]),
			fromLatin1(`<script>${SECRET}`),
		]),
	"image/webp": (orientation: number, webp = REAL.webpLossy): Uint8Array =>
		join([
			withRiffChunks(webp, [
				riffChunk("EXIF", phoneExif(orientation)),
				riffChunk("XMP ", SECRET),
				riffChunk("prVt", SECRET),
			]),
			fromLatin1(SECRET),
		]),
};

function crc32(bytes: Uint8Array): number {
	let crc = -1;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
	}
	return ~crc;
}
