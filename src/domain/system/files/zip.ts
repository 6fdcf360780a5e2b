import { Refusal } from "#kernel/refusal.ts";
import { cut, latin1, viewOf } from "./bytes.ts";

/** Signatures and lengths of the fixed parts of a ZIP (APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16). */
const LOCAL = { signature: "PK\x03\x04", bytes: 30 };
const CENTRAL = { signature: "PK\x01\x02", bytes: 46 };
const END = { signature: "PK\x05\x06", bytes: 22 };
const STORED = 0;
const MOST_ENTRIES = 10_000;
const MOST_UNPACKED_BYTES = 200 * 1024 * 1024;

const OPEN_XML = "application/vnd.openxmlformats-officedocument";
const MAIN_PARTS: Record<string, string> = {
	"word/document.xml": `${OPEN_XML}.wordprocessingml.document`,
	"xl/workbook.xml": `${OPEN_XML}.spreadsheetml.sheet`,
	"ppt/presentation.xml": `${OPEN_XML}.presentationml.presentation`,
};

type Entry = { name: string; method: number; isStreamed: boolean; packed: number; unpacked: number; at: number };

/**
 * Returns the type of an office document by what its ZIP contains: [Content_Types].xml and the main part of OOXML, or
 * the `mimetype` at the beginning of an ODF document; undefined for any other archive, also one with Office macros.
 * Never throws.
 */
export function contentTypeOfZip(bytes: Uint8Array): string | undefined {
	try {
		const entries = entriesOf(bytes);
		const names = new Set(entries.map(({ name }) => name));
		if (entries.some(({ name }) => /(^|\/)vbaProject\.bin$/i.test(name))) return undefined;
		if (names.has("[Content_Types].xml")) return Object.entries(MAIN_PARTS).find(([part]) => names.has(part))?.[1];
		return mimetypeOf(bytes, entries);
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/**
 * Refuses, as `file.unpacks_too_large`, an archive that claims to unpack to over `most` bytes (default 200 MB) or
 * 10,000 entries, or that hides its size. The claim may be false, so an unpacker must stop at the size that an entry
 * names.
 */
export function checkUnpackedSize(bytes: Uint8Array, most = MOST_UNPACKED_BYTES): void {
	const entries = entriesOf(bytes);
	const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
	if (entries.length > MOST_ENTRIES || unpacked > most || entries.some(hidesItsSize))
		throw new Refusal("file.unpacks_too_large");
}

/** Whether an entry claims to be empty and yet has data; an empty entry deflates to two bytes. */
const hidesItsSize = ({ name, isStreamed, packed, unpacked }: Entry): boolean =>
	unpacked === 0 && !name.endsWith("/") && (packed > 2 || (packed === 0 && isStreamed));

/**
 * Reads the `mimetype` of an ODF document (ODF 1.3 part 2, 3.3): the first entry, not compressed; undefined for an
 * archive that does not begin with one.
 */
function mimetypeOf(bytes: Uint8Array, entries: Entry[]): string | undefined {
	const first = entries.find(({ at }) => at === 0);
	if (first?.name !== "mimetype" || first.method !== STORED) return undefined;
	const view = viewOf(bytes);
	const start = LOCAL.bytes + view.getUint16(26, true) + view.getUint16(28, true);
	return latin1(bytes, start, Math.min(first.packed, 200));
}

/**
 * Reads the central directory. Throws a RangeError for anything but one whole archive from the first byte to the last:
 * data before or after it, a directory that ends elsewhere, several disks, ZIP64.
 */
function entriesOf(bytes: Uint8Array): Entry[] {
	const view = viewOf(bytes);
	const end = endOfDirectory(bytes);
	const [count, size, start] = [
		view.getUint16(end + 10, true),
		view.getUint32(end + 12, true),
		view.getUint32(end + 16, true),
	];
	if (start + size !== end || latin1(bytes, 0, 4) !== LOCAL.signature) throw new RangeError("not one archive");
	const entries: Entry[] = [];
	for (let at = start; at < end; ) {
		if (latin1(bytes, at, 4) !== CENTRAL.signature) throw new RangeError("not a directory");
		const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
		entries.push({
			name: new TextDecoder().decode(cut(bytes, at + CENTRAL.bytes, at + CENTRAL.bytes + name)),
			method: view.getUint16(at + 10, true),
			// 4.4.4, bit 3: the sizes come after the data.
			isStreamed: (view.getUint16(at + 8, true) & 8) !== 0,
			packed: view.getUint32(at + 20, true),
			unpacked: view.getUint32(at + 24, true),
			at: view.getUint32(at + 42, true),
		});
		at += CENTRAL.bytes + name + extra + comment;
	}
	if (entries.length !== count) throw new RangeError("not a whole directory");
	return entries;
}

/**
 * Returns the index at which the record that ends an archive begins: the only one whose comment reaches to the last
 * byte. Throws a RangeError when there is none.
 */
function endOfDirectory(bytes: Uint8Array): number {
	const view = viewOf(bytes);
	const earliest = Math.max(0, bytes.length - END.bytes - 0xffff);
	for (let at = bytes.length - END.bytes; at >= earliest; at--) {
		const isEnd = latin1(bytes, at, 4) === END.signature;
		if (isEnd && at + END.bytes + view.getUint16(at + 20, true) === bytes.length) return at;
	}
	throw new RangeError("no directory");
}
