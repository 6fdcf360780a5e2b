export type Range = { offset: number; length: number };

/**
 * A Range header over a file of `size` bytes (RFC 9110 §14): the one range asked for; "whole" for none, several (a
 * server may ignore them) or one it cannot read; "outside" when no byte of it exists.
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
