import { readAmount } from "#kernel/amounts.ts";

/** The largest number of typed parts that are searched; further ones are ignored. */
const MOST_PARTS = 5;
const LONGEST_PART = 60;

/**
 * The characters that the index record_texts (migration 0034) takes as letters, not as signs between words; first those
 * of Chinese and other scripts written without spaces.
 */
const HAN =
	"\\u{3005}-\\u{3007}\\u{3041}-\\u{30fa}\\u{30fc}-\\u{a4cf}\\u{ac00}-\\u{d7af}\\u{f900}-\\u{faff}\\u{20000}-\\u{3ffff}";
const RUN = new RegExp(`([${HAN}]+)|[0-9a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{1fff}]+`, "gu");

/**
 * Returns the typed parts as texts that all must occur in a record's text, written as that is (record_texts, migration
 * 0034): letters folded, a space before every run of a script. One beginning with a space matches only where a word
 * begins.
 */
export function needlesOf(parts: readonly string[]): string[] {
	const needles = parts.map(needleOf).filter((needle) => needle !== "");
	return [...new Set(needles)].slice(0, MOST_PARTS);
}

/** Splits what was typed at spaces and at Chinese commas and stops; full width becomes half width. */
export const partsOf = (typed: string): string[] =>
	typed
		.toWellFormed()
		.normalize("NFKC")
		.split(/\s+|[、。;]|,(?!\d)/);

/**
 * Splits as `partsOf`, where parts may be record numbers in short form (115-1 with `width` digits: 115-000001), or
 * amounts (NT$1,000).
 */
export const numberedParts = (typed: string, width: number): string[] =>
	partsOf(typed).map((part) => {
		const [, before = "", year, seq, behind = ""] = /^(\p{L}{0,2})(\d{2,3})-(\d{1,6})(\(\p{L}+\))?$/u.exec(part) ?? [];
		if (seq !== undefined) return `${before}${year}-${seq.padStart(width, "0")}${behind}`;
		return /[,$元]/.test(part) ? String(readAmount(part) ?? part) : part;
	});

function needleOf(part: string): string {
	const folded = part
		.slice(0, LONGEST_PART)
		.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
		.replaceAll("臺", "台");
	const runs = [...folded.matchAll(RUN)];
	const text = runs.map(([run]) => ` ${run}`).join("");
	return runs[0]?.[1] === undefined ? text : text.slice(1);
}
