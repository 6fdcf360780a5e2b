import { fold } from "./tokens.ts";

const NEITHER = /[^\p{L}\p{M}\p{N}]+/gu;
const HONORIFICS = /(?:先生|小姐|女士){1,9}$/u;

/**
 * Folds a name for comparing: NFKC, one case, 臺 = 台, without spaces, punctuation, invisible characters and a 先生,
 * 小姐 or 女士 at its end. The result is empty only for an empty name, and folding again changes nothing.
 */
export function foldName(name: string): string {
	const folded = fold(name);
	const plain = fold(folded.replace(NEITHER, ""));
	return plain.replace(HONORIFICS, "") || plain || folded || name;
}
