import { withoutEnd } from "#kernel/ends.ts";

/** The largest length of a slug in code points, as the tables accept it (migrations/0003, 0005–0008). */
export const SLUG_MAX = 120;

/**
 * Returns a title, name or file name as the last part of an address: NFC, lower case, letters and digits of every
 * script kept (Chinese stays Chinese), apostrophes dropped, anything else a single '-', at most 120 code points. Empty
 * when `text` has no letter or digit: the caller then chooses another one.
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

/** Returns the first of `wanted`, `wanted-2`, `wanted-3`, … that is not taken, never longer than 120 code points. */
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
