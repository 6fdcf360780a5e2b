import { fold } from "./tokens.ts";

const NEITHER = /[^\p{L}\p{M}\p{N}]+/gu;
const HONORIFICS = /(?:先生|小姐|女士){1,9}$/u;

/**
 * A name as names are compared: NFKC, one case, 臺 = 台, without spaces, punctuation, invisible characters and a 先生, 小姐 or
 * 女士 at its end. Never empty for a name that is not. Folding again changes nothing.
 */
export function foldName(name: string): string {
	const folded = fold(name);
	const plain = fold(folded.replace(NEITHER, ""));
	return plain.replace(HONORIFICS, "") || plain || folded || name;
}
