import { Refusal } from "#kernel/refusal.ts";
import { cut, fromLatin1, join, latin1, viewOf } from "./bytes.ts";
import type { CleanPicture, Size } from "./clean.ts";
import { exifOf, orientationIn } from "./exif.ts";

/** Constants of RFC 9649, 2.7: the flags of VP8X, and the order of the chunks of a still picture. */
const FLAGS = { icc: 0x20, alpha: 0x10, exif: 0x08 };
const KEPT = ["VP8X", "ICCP", "ALPH", "VP8 ", "VP8L"];
const MOVING = ["ANIM", "ANMF"];

/**
 * Returns a WebP with only what decides how it looks: EXIF except the orientation, XMP, unknown chunks and anything
 * after the picture are removed. Refuses `file.damaged` for no or two pictures, or sizes that disagree, and
 * `file.type_refused` for an animated picture; throws a RangeError when the bytes end early.
 */
export function cleanWebp(bytes: Uint8Array): CleanPicture {
	const chunks = chunksOf(bytes);
	if (MOVING.some((type) => chunks.has(type))) throw new Refusal("file.type_refused");
	const [lossy, lossless, canvas] = [chunks.get("VP8 "), chunks.get("VP8L"), chunks.get("VP8X")];
	const [image] = [lossy, lossless].filter((chunk) => chunk !== undefined);
	if (!image || (lossy && lossless)) throw new Refusal("file.damaged");
	const size = image === lossy ? sizeOfLossy(image) : sizeOfLossless(image);
	if (!canvas) return { ...size, isTurned: false, bytes: riffOf([chunkOf(image === lossy ? "VP8 " : "VP8L", image)]) };

	const drawn = sizeOfCanvas(canvas);
	if (drawn.width !== size.width || drawn.height !== size.height) throw new Refusal("file.damaged");
	const turn = turnIn(chunks.get("EXIF"));
	const flags = (chunks.has("ICCP") ? FLAGS.icc : 0) | ((canvas[0] ?? 0) & FLAGS.alpha) | (turn === 1 ? 0 : FLAGS.exif);
	chunks.set("VP8X", join([Uint8Array.of(flags, 0, 0, 0), cut(canvas, 4, 10)]));
	const kept = KEPT.flatMap((type) => {
		const content = chunks.get(type);
		return content ? [chunkOf(type, content)] : [];
	});
	if (turn !== 1) kept.push(chunkOf("EXIF", exifOf(turn)));
	// Chromium ignores the EXIF orientation of a WebP; it is kept for programs that turn pictures.
	return { ...size, isTurned: false, bytes: riffOf(kept) };
}

/** Returns the contents of the chunks by type; of several with the same type the first (RFC 9649, 2.7). */
function chunksOf(bytes: Uint8Array): Map<string, Uint8Array> {
	const view = viewOf(bytes);
	const end = 8 + view.getUint32(4, true);
	const chunks = new Map<string, Uint8Array>();
	for (let at = 12; at < end; ) {
		const type = latin1(bytes, at, 4);
		const length = view.getUint32(at + 4, true);
		const content = cut(bytes, at + 8, at + 8 + length);
		if (!chunks.has(type)) chunks.set(type, content);
		at += 8 + length + (length % 2);
	}
	return chunks;
}

function chunkOf(type: string, content: Uint8Array): Uint8Array {
	const chunk = new Uint8Array(8 + content.length + (content.length % 2));
	chunk.set(fromLatin1(type));
	viewOf(chunk).setUint32(4, content.length, true);
	chunk.set(content, 8);
	return chunk;
}

function riffOf(chunks: Uint8Array[]): Uint8Array {
	const content = join([fromLatin1("WEBP"), ...chunks]);
	return chunkOf("RIFF", content);
}

/** Reads the orientation from EXIF, where some programs put JPEG's prefix before the TIFF structure. */
function turnIn(exif: Uint8Array | undefined): number {
	if (!exif) return 1;
	const hasPrefix = exif.length > 6 && latin1(exif, 0, 6) === "Exif\0\0";
	return orientationIn(hasPrefix ? exif.subarray(6) : exif);
}

/**
 * Reads the size of a lossy picture (RFC 6386, 9.1): a key frame's start code, then 14 bits each. Refuses
 * `file.damaged` without the code.
 */
function sizeOfLossy(chunk: Uint8Array): Size {
	const view = viewOf(chunk);
	if (latin1(chunk, 3, 3) !== "\x9d\x01\x2a") throw new Refusal("file.damaged");
	return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
}

/**
 * Reads the size of a lossless picture (RFC 9649, 3.4): a signature, then 14 bits each, both one less than the size.
 * Refuses `file.damaged` without the signature.
 */
function sizeOfLossless(chunk: Uint8Array): Size {
	const view = viewOf(chunk);
	if (view.getUint8(0) !== 0x2f) throw new Refusal("file.damaged");
	const bits = view.getUint32(1, true);
	return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function sizeOfCanvas(chunk: Uint8Array): Size {
	const view = viewOf(chunk);
	const three = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
	return { width: three(4) + 1, height: three(7) + 1 };
}
