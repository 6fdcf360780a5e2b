import { utf8 } from "#kernel/bytes.ts";

export type Entry = { name: string; bytes: Uint8Array };

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
	let value = n;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
	return value >>> 0;
});

/** Returns the CRC-32 of some bytes, as ZIP uses it (APPNOTE 4.4.7). */
function crc32(bytes: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}

/** Packs numbers little-endian, each with its width in bytes. */
function packed(...fields: readonly (readonly [value: number, width: 2 | 4])[]): Uint8Array {
	const bytes = new Uint8Array(fields.reduce((sum, [, width]) => sum + width, 0));
	const view = new DataView(bytes.buffer);
	let at = 0;
	for (const [value, width] of fields) {
		if (width === 2) view.setUint16(at, value, true);
		else view.setUint32(at, value, true);
		at += width;
	}
	return bytes;
}

const VERSION = 20;
/** The flag that says that names are UTF-8 (APPNOTE 4.4.4, bit 11). */
const UTF8 = 0x800;

/** Returns date and time of a moment in Taipei in the form of MS-DOS: in steps of two seconds, from 1980 on. */
function dosTime(at: number): readonly [time: number, date: number] {
	const local = new Date(at + 8 * 3_600_000);
	const time = (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1);
	const date = ((local.getUTCFullYear() - 1980) << 9) | ((local.getUTCMonth() + 1) << 5) | local.getUTCDate();
	return [time, date];
}

/**
 * Returns a ZIP archive of a few files, stored uncompressed, in pieces to be sent one after the other: pictures do not
 * get smaller, and nothing is held in memory twice. Below 4 GB and 65,536 files. `at` is UTC milliseconds.
 */
export function zipped(entries: readonly Entry[], at: number): Uint8Array[] {
	const [time, date] = dosTime(at);
	const pieces: Uint8Array[] = [];
	const directory: Uint8Array[] = [];
	let offset = 0;
	for (const { name, bytes } of entries) {
		const path = utf8(name);
		const shared = [
			[VERSION, 2],
			[UTF8, 2],
			[0, 2],
			[time, 2],
			[date, 2],
			[crc32(bytes), 4],
			[bytes.length, 4],
			[bytes.length, 4],
			[path.length, 2],
			[0, 2],
		] as const;
		const head = packed([0x04034b50, 4], ...shared);
		pieces.push(head, path, bytes);
		directory.push(packed([0x02014b50, 4], [VERSION, 2], ...shared, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), path);
		offset += head.length + path.length + bytes.length;
	}
	const size = directory.reduce((sum, { length }) => sum + length, 0);
	const count = entries.length;
	const end = packed([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
	return [...pieces, ...directory, end];
}
