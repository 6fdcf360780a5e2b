import { HAN_GROUPS } from "./han-variants.ts";
import { fold } from "./tokens.ts";

const HAN = /[\u3400-\u9fff\u{20000}-\u{323af}]/gu;

/** The character that stands for each character of a group but the first. */
const STANDS_FOR = new Map(
	HAN_GROUPS.trim()
		.split(/\s+/)
		.flatMap((group) => {
			const [first = "", ...others] = group;
			return others.map((other): [string, string] => [other, first]);
		}),
);

/**
 * Folds a folded text (`fold` of tokens.ts) further: simplified characters, traditional ones and variants that may stand
 * for one another become the same character. Folding again changes nothing. The table is large, so only what searches or
 * indexes loads this file, by `import()`.
 */
export const foldVariants = (folded: string): string =>
	folded.replace(HAN, (character) => STANDS_FOR.get(character) ?? character);

/** Folds a text as the second tier of a search compares it. Folding again changes nothing. */
export const foldWide = (text: string): string => foldVariants(fold(text));
