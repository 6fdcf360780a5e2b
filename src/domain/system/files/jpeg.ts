import { Refusal } from "#kernel/refusal.ts";
import { cut, fromLatin1, join, latin1, viewOf } from "./bytes.ts";
import type { CleanPicture } from "./clean.ts";
import { exifOf, orientationIn } from "./exif.ts";

/** The second bytes of JPEG markers (ITU T.81, table B.1). */
const EOI = 0xd9;
const SOS = 0xda;
const FRAMES = [0xc0, 0xc1, 0xc2]; // baseline, extended, progressive: what browsers show
const TABLES = [0xc4, 0xda, 0xdb, 0xdd]; // Huffman, scan, quantisation, restart interval
const [APP0, APP1, APP2, APP14] = [0xe0, 0xe1, 0xe2, 0xee];

/**
 * Returns a JPEG with only what decides how it looks: tables, scans, JFIF without its thumbnail, ICC profile, Adobe's
 * colour transform, orientation. EXIF, GPS, XMP, comments, previews and anything after the picture are removed. Refuses
 * `file.damaged` for no or two frames, no scan, or an unknown segment; throws a RangeError when the bytes end early.
 */
export function cleanJpeg(bytes: Uint8Array): CleanPicture {
	const kept: Uint8Array[] = [];
	const frames: DataView[] = [];
	let [turn, hasScan] = [1, false];
	for (let { marker, segment, end } = segmentAt(bytes, 2); marker !== EOI; ) {
		if (marker === APP1 && turn === 1) turn = turnIn(segment);
		if (FRAMES.includes(marker)) frames.push(viewOf(segment));
		kept.push(...keptOf(marker, segment));
		if (marker === SOS) {
			const endOfData = endOfScan(bytes, end);
			kept.push(cut(bytes, end, endOfData));
			[end, hasScan] = [endOfData, true];
		}
		({ marker, segment, end } = segmentAt(bytes, end));
	}
	const [frame, another] = frames;
	if (!frame || another || !hasScan) throw new Refusal("file.damaged");
	const size = { height: frame.getUint16(5), width: frame.getUint16(7) };
	return { ...size, isTurned: turn > 4, bytes: assemble(kept, turn) };
}

/**
 * Returns the segment that begins at `at`, after any fill bytes, and its end; the end marker has no length. Refuses
 * `file.damaged` when there is no marker or its length is too small.
 */
function segmentAt(bytes: Uint8Array, at: number): { marker: number; segment: Uint8Array; end: number } {
	const view = viewOf(bytes);
	let start = at;
	while (view.getUint16(start) === 0xffff) start++;
	const marker = view.getUint16(start) - 0xff00;
	const length = marker === EOI ? 0 : view.getUint16(start + 2);
	if (marker < 0 || (marker !== EOI && length < 2)) throw new Refusal("file.damaged");
	const end = start + 2 + length;
	return { marker, segment: cut(bytes, start, end), end };
}

/**
 * Returns what is kept of a segment that is not a scan: itself, a part, or nothing. Refuses `file.damaged` for a
 * segment that is neither part of the picture nor metadata.
 */
function keptOf(marker: number, segment: Uint8Array): Uint8Array[] {
	if (FRAMES.includes(marker) || TABLES.includes(marker)) return [segment];
	if (marker === APP0 && startsWith(segment, "JFIF\0")) return [withoutThumbnail(segment)];
	if (marker === APP2 && startsWith(segment, "ICC_PROFILE\0")) return [segment];
	if (marker === APP14 && startsWith(segment, "Adobe")) return [segmentOf(APP14, cut(segment, 4, 16))];
	const isMetadata = marker >= 0xe0 && marker <= 0xfe;
	if (!isMetadata) throw new Refusal("file.damaged");
	return [];
}

const startsWith = (segment: Uint8Array, word: string): boolean =>
	segment.length >= 4 + word.length && latin1(segment, 4, word.length) === word;

const turnIn = (segment: Uint8Array): number =>
	startsWith(segment, "Exif\0\0") ? orientationIn(segment.subarray(10)) : 1;

/**
 * Returns a JFIF 1.02 segment without its thumbnail: version, units and densities stay; the thumbnail's width and
 * height become 0.
 */
const withoutThumbnail = (segment: Uint8Array): Uint8Array =>
	segmentOf(APP0, join([cut(segment, 4, 16), new Uint8Array(2)]));

function segmentOf(marker: number, content: Uint8Array): Uint8Array {
	const length = content.length + 2;
	return join([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), content]);
}

/**
 * Assembles the picture from its kept segments. An orientation (`turn`) other than 1 is written as EXIF at the
 * beginning, after JFIF, which can only be the first segment.
 */
function assemble(kept: Uint8Array[], turn: number): Uint8Array {
	const [first] = kept;
	const jfif = first?.[1] === APP0 ? [first] : [];
	const exif = turn === 1 ? [] : [segmentOf(APP1, join([fromLatin1("Exif\0\0"), exifOf(turn)]))];
	return join([Uint8Array.of(0xff, 0xd8), ...jfif, ...exif, ...kept.slice(jfif.length), Uint8Array.of(0xff, EOI)]);
}

/**
 * Returns the place of the next marker: in the data of a scan, 0xFF is followed by 0 or by the number of a restart
 * marker.
 */
function endOfScan(bytes: Uint8Array, start: number): number {
	for (let at = start; ; ) {
		at = bytes.indexOf(0xff, at);
		const next = bytes[at + 1];
		if (at < 0 || next === undefined) throw new RangeError("the scan does not end");
		if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
		at += 2;
	}
}
