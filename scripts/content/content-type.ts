const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
const hex = (bytes: Uint8Array, length: number): string => Buffer.from(bytes.subarray(0, length)).toString("hex");

const SIGNATURES: [string, string][] = [
	["89504e470d0a1a0a", "image/png"],
	["ffd8ff", "image/jpeg"],
	["474946383761", "image/gif"],
	["474946383961", "image/gif"],
	["255044462d", "application/pdf"],
	["1f8b", "application/gzip"],
	["377abcaf271c", "application/x-7z-compressed"],
	["526172211a07", "application/vnd.rar"],
	["1a45dfa3", "video/webm"],
	["4f676753", "audio/ogg"],
	["494433", "audio/mpeg"],
	["fffb", "audio/mpeg"],
];
const OFFICE = "application/vnd.openxmlformats-officedocument";
const ZIPPED: Record<string, string> = {
	docx: `${OFFICE}.wordprocessingml.document`,
	xlsx: `${OFFICE}.spreadsheetml.sheet`,
	pptx: `${OFFICE}.presentationml.presentation`,
	odt: "application/vnd.oasis.opendocument.text",
	ods: "application/vnd.oasis.opendocument.spreadsheet",
	odp: "application/vnd.oasis.opendocument.presentation",
	epub: "application/epub+zip",
};
const COMPOUND: Record<string, string> = {
	doc: "application/msword",
	xls: "application/vnd.ms-excel",
	ppt: "application/vnd.ms-powerpoint",
};
const TEXTS: Record<string, string> = { txt: "text/plain", csv: "text/csv", ics: "text/calendar" };

/**
 * Returns the type of a file by its first bytes, never by its name alone. A file whose type is uncertain, or that a
 * browser could run (SVG, HTML, JavaScript, XML), is `application/octet-stream`: it is stored unchanged and only
 * downloaded.
 */
export function contentTypeOf(filename: string, bytes: Uint8Array): string {
	const extension = filename.slice(filename.lastIndexOf(".") + 1).toLowerCase();
	const head = hex(bytes, 12);
	const signed = SIGNATURES.find(([signature]) => head.startsWith(signature));
	if (signed) return signed[1];
	if (ascii(bytes, 0, 4) === "RIFF") return RIFF[ascii(bytes, 8, 12)] ?? BINARY;
	if (ascii(bytes, 4, 8) === "ftyp") return isoMedia(ascii(bytes, 8, 12));
	if (head.startsWith("504b0304")) return ZIPPED[extension] ?? "application/zip";
	if (head.startsWith("d0cf11e0")) return COMPOUND[extension] ?? BINARY;
	return isText(bytes) ? (TEXTS[extension] ?? BINARY) : BINARY;
}

const BINARY = "application/octet-stream";
const RIFF: Record<string, string> = { WEBP: "image/webp", WAVE: "audio/wav" };

function isoMedia(brand: string): string {
	if (/^avi[fs]$/.test(brand)) return "image/avif";
	if (/^M4A/.test(brand)) return "audio/mp4";
	return /^(?:isom|iso\d|mp4\d|M4V |avc1|dash|qt {2})$/.test(brand) ? "video/mp4" : BINARY;
}

/**
 * Returns whether a file is UTF-8 text without NUL that does not begin with "<", so that no browser takes it for
 * markup.
 */
function isText(bytes: Uint8Array): boolean {
	try {
		const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
		return !text.includes("\0") && !/^\s*</.test(text);
	} catch {
		return false;
	}
}
