/** What stands before a number's last digits, and these digits (at most fifteen, which a number holds exactly). */
const PARTS = /^(.*?)(\d{0,15})$/s;

/**
 * The member number after `last`, counting from `start` of the settings (`M0001`): the same prefix, one more, padded to
 * the wider of the two (`M0099` → `M0100`, `M9999` → `M10000`); `start` itself while there is no last one, or one below
 * it. `last` is the highest number with the prefix of `start`; one with another prefix (`0012` or `A-105` of an old roster
 * beside `M0001`) belongs to another series, which stays as it is: also then the answer is `start`.
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
 * A number as the association writes it, in capitals and half width, its dashes kept: `ａ-００１` → `A-001`. Null for what is
 * none: letters, digits and single dashes between them, 20 characters at most. The search finds it with and without them.
 */
export function readMemberNo(text: string): string | null {
	const number = text.normalize("NFKC").replace(DASHES, "-").replace(/\s/g, "").toUpperCase();
	return number.length <= MOST && /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(number) ? number : null;
}

function partsOf(number: string): { prefix: string; digits: string } {
	const [, prefix = "", digits = ""] = PARTS.exec(number) ?? [];
	return { prefix, digits };
}
