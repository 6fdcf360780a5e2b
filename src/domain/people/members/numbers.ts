/**
 * Splits a number into what stands before its last digits, and these digits (at most fifteen, which a JavaScript number
 * holds exactly).
 */
const PARTS = /^(.*?)(\d{0,15})$/s;

/**
 * Returns the member number after `last`, counting from `start` of the settings (`M0001`): the same prefix, one more,
 * padded to the wider of the two (`M0099` → `M0100`, `M9999` → `M10000`); `start` itself when `last` is null or below
 * it. `last` is the highest number with the prefix of `start`; a number with another prefix (`0012` or `A-105` of an
 * old roster beside `M0001`) belongs to another series, which does not grow: then too the result is `start`.
 */
export function nextMemberNo(last: string | null, start: string): string {
	const first = partsOf(start);
	const before = partsOf(last ?? "");
	if (last === null || before.prefix !== first.prefix || Number(before.digits) < Number(first.digits)) return start;
	const width = Math.max(first.digits.length, before.digits.length);
	return first.prefix + String(Number(before.digits) + 1).padStart(width, "0");
}

const MOST = 20;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;

/**
 * Returns a member number as the association writes it, in capitals and half width, its dashes kept: `ａ-００１` →
 * `A-001`. Null for anything but letters, digits and single dashes between them, 20 characters at most. The search
 * finds it with and without dashes.
 */
export function readMemberNo(text: string): string | null {
	const number = text.normalize("NFKC").replace(DASHES, "-").replace(/\s/g, "").toUpperCase();
	return number.length <= MOST && /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(number) ? number : null;
}

function partsOf(number: string): { prefix: string; digits: string } {
	const [, prefix = "", digits = ""] = PARTS.exec(number) ?? [];
	return { prefix, digits };
}
