export type Range = { offset: number; length: number };

/**
 * Reads a Range header for a file of `size` bytes (RFC 9110 §14): returns the requested range; "whole" for no range,
 * several ranges (which a server may ignore) or an unreadable one; "outside" when the file has no byte of the range.
 */
export function parseRange(header: string | null, size: number): Range | "whole" | "outside" {
	const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? [];
	if (from === "" && to === "") return "whole";
	if (from === "") {
		const length = Math.min(Number(to), size);
		return length === 0 ? "outside" : { offset: size - length, length };
	}
	const offset = Number(from);
	const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
	if (to !== "" && Number(to) < offset) return "whole";
	return offset >= size ? "outside" : { offset, length: last - offset + 1 };
}
