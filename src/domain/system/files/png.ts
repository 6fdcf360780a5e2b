import { Refusal } from "#kernel/refusal.ts";
import { cut, fromLatin1, join, latin1, viewOf } from "./bytes.ts";
import type { CleanPicture } from "./clean.ts";
import { exifOf, orientationIn } from "./exif.ts";

/** The chunks (PNG, third edition) that decide how the picture looks; of an animated one the still picture remains. */
const KEPT = ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "bKGD", "pHYs"];
const SIGNATURE_BYTES = 8;
/** The bytes of a chunk besides its content: length, type and checksum. */
const FRAME_BYTES = 12;
const IHDR_BYTES = 13;

/**
 * Returns a PNG with only the chunks that decide how it looks: texts, XMP, EXIF except the orientation, times and
 * anything after the picture are removed. Refuses `file.damaged` for an unknown critical chunk, or without one header
 * first and picture data; throws a RangeError when the bytes end early.
 */
export function cleanPng(bytes: Uint8Array): CleanPicture {
	const view = viewOf(bytes);
	const kept: { type: string; bytes: Uint8Array }[] = [];
	let isTurned = false;
	for (let at = SIGNATURE_BYTES, type = ""; type !== "IEND"; ) {
		const chunk = cut(bytes, at, at + FRAME_BYTES + view.getUint32(at));
		type = latin1(chunk, 4, 4);
		const has = (known: string) => kept.some((one) => one.type === known);
		if (KEPT.includes(type)) kept.push({ type, bytes: chunk });
		else if (!/^[a-z]/.test(type)) throw new Refusal("file.damaged"); // a critical chunk that nobody knows
		const turn = type === "eXIf" && !has("eXIf") ? orientationIn(chunk.subarray(8, -4)) : 1;
		if (turn > 1) kept.push({ type, bytes: chunkOf(type, exifOf(turn)) });
		// Chromium ignores an orientation that comes after the picture.
		if (turn > 4) isTurned = !has("IDAT");
		at += chunk.length;
	}
	const [header, ...rest] = kept;
	if (header?.type !== "IHDR" || header.bytes.length !== FRAME_BYTES + IHDR_BYTES) throw new Refusal("file.damaged");
	if (rest.some(({ type }) => type === "IHDR") || !rest.some(({ type }) => type === "IDAT"))
		throw new Refusal("file.damaged");
	const size = { width: view.getUint32(16), height: view.getUint32(20) };
	const signature = cut(bytes, 0, SIGNATURE_BYTES);
	return { ...size, isTurned, bytes: join([signature, ...kept.map((chunk) => chunk.bytes)]) };
}

function chunkOf(type: string, content: Uint8Array): Uint8Array {
	const chunk = join([new Uint8Array(4), fromLatin1(type), content, new Uint8Array(4)]);
	const view = viewOf(chunk);
	view.setUint32(0, content.length);
	view.setUint32(chunk.length - 4, crc32(chunk.subarray(4, -4)));
	return chunk;
}

/** Returns the checksum of PNG, annex D; it is only used for the few bytes of an orientation. */
function crc32(bytes: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	}
	return ~crc >>> 0;
}
