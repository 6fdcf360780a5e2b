import { fromLatin1, join, viewOf } from "#domain/system/files/bytes.ts";

export type ArchiveEntry = {
	name: string;
	content: string;
	/** What the directory says of it instead of the truth. */
	unpacked?: number;
};

const u16 = (value: number): Uint8Array => Uint8Array.of(value & 255, value >> 8);
function u32(value: number): Uint8Array {
	const bytes = new Uint8Array(4);
	viewOf(bytes).setUint32(0, value, true);
	return bytes;
}

/** A ZIP of stored entries (APPNOTE.TXT 4.3), without checksums: nobody unpacks it here. */
export function archive(entries: ArchiveEntry[], comment = ""): Uint8Array {
	const [locals, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
	let at = 0;
	for (const { name, content, unpacked = content.length } of entries) {
		const sizes = [u32(0), u32(content.length), u32(unpacked), u16(name.length), u16(0)];
		const local = join([
			fromLatin1("PK\x03\x04"),
			u16(20),
			u16(0),
			u16(0),
			u32(0),
			...sizes,
			fromLatin1(name + content),
		]);
		const place = [u16(0), u16(0), u16(0), u32(0), u32(at), fromLatin1(name)];
		directory.push(fromLatin1("PK\x01\x02"), u16(20), u16(20), u16(0), u16(0), u32(0), ...sizes, ...place);
		locals.push(local);
		at += local.length;
	}
	const central = join(directory);
	const counts = [u16(0), u16(0), u16(entries.length), u16(entries.length), u32(central.length), u32(at)];
	return join([...locals, central, fromLatin1("PK\x05\x06"), ...counts, u16(comment.length), fromLatin1(comment)]);
}

const CONTENT_TYPES = { name: "[Content_Types].xml", content: "<Types/>" };
export const DOCX = [CONTENT_TYPES, { name: "word/document.xml", content: "<document/>" }];
export const XLSX = [CONTENT_TYPES, { name: "xl/workbook.xml", content: "<workbook/>" }];
export const ODT = [{ name: "mimetype", content: "application/vnd.oasis.opendocument.text" }];
