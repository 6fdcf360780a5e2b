import { withoutEnd } from "#kernel/ends.ts";

/** As many code points as the tables take (migrations/0003, 0005–0008). */
export const SLUG_MAX = 120;

/**
 * A title, name or file name as the last part of an address: NFC, lower case, letters and digits of every script kept
 * (Chinese stays Chinese), apostrophes dropped, everything else a single '-', at most 120 code points.
 * Empty when `text` holds no letter and no digit: the caller knows what to call it then.
 */
export function slugify(text: string): string {
	const words = text
		.normalize("NFC")
		.toLowerCase()
		.normalize("NFC")
		.replace(/['’]/g, "")
		.replace(/[^\p{L}\p{N}\p{M}]+/gu, "-");
	return clip(trimDashes(words), SLUG_MAX);
}

/** `wanted`, or `wanted-2`, `wanted-3`, … : the first that is not taken, never longer than 120 code points. */
export function uniqueSlug(wanted: string, isTaken: (slug: string) => boolean): string {
	if (!isTaken(wanted)) return wanted;
	for (let number = 2; ; number++) {
		const suffix = `-${number}`;
		const slug = clip(wanted, SLUG_MAX - suffix.length) + suffix;
		if (!isTaken(slug)) return slug;
	}
}

const trimDashes = (text: string): string => withoutEnd(text.replace(/^-+/, ""), /-/);

function clip(text: string, length: number): string {
	const points = [...text];
	return points.length <= length ? text : trimDashes(points.slice(0, length).join(""));
}
