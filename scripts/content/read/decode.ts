import iconv from "iconv-lite";
import { BadFile } from "./bad-file.ts";

export type Decoded = { text: string; note: string | null };

/**
 * Decodes the text of a file: UTF-8 (or UTF-16 with its mark), with CRLF as LF and without the byte order mark. Bytes
 * that are not UTF-8 are read as Big5 when all of them are valid Big5, and `note` says so; otherwise BadFile names the
 * line of the first bad byte. NUL characters become U+FFFD, which `note` then says instead.
 */
export function decode(bytes: Uint8Array): Decoded {
	const { text, note } = decodeBytes(bytes);
	const lines = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
	// biome-ignore lint/suspicious/noControlCharactersInRegex: SQLite ends a text there
	const clean = lines.replace(/\u0000/g, "\ufffd");
	return { text: clean, note: clean === lines ? note : "holds NUL characters: shown as \ufffd" };
}

function decodeBytes(bytes: Uint8Array): Decoded {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return { text: utf16("utf-16le", bytes), note: "read as UTF-16" };
	if (first === 0xfe && second === 0xff) return { text: utf16("utf-16be", bytes), note: "read as UTF-16" };
	const bad = firstBadByte(bytes);
	if (bad === -1) return { text: new TextDecoder().decode(bytes), note: null };
	const buffer = Buffer.from(bytes);
	const text = iconv.decode(buffer, "big5");
	if (!text.includes("\ufffd") && iconv.encode(text, "big5").equals(buffer)) return { text, note: "read as Big5" };
	throw new BadFile("is neither UTF-8 nor Big5: save it as UTF-8", lineAt(bytes, bad));
}

const utf16 = (label: string, bytes: Uint8Array): string => new TextDecoder(label).decode(bytes);

/** Returns the offset of the first byte that does not belong to valid UTF-8, or -1. */
function firstBadByte(bytes: Uint8Array): number {
	try {
		new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
		return -1;
	} catch {
		let good = 0;
		for (let bad = bytes.length; bad - good > 1; ) {
			const middle = (good + bad) >> 1;
			if (isPrefixOfUtf8(bytes.subarray(0, middle))) good = middle;
			else bad = middle;
		}
		return good;
	}
}

/** Returns whether the bytes are valid UTF-8 except for a character that may be cut off at the end. */
function isPrefixOfUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
		return true;
	} catch {
		return false;
	}
}

function lineAt(bytes: Uint8Array, offset: number): number {
	let line = 1;
	for (let i = 0; i < offset; i++) if (bytes[i] === 0x0a) line++;
	return line;
}
