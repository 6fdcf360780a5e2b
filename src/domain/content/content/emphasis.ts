const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const SYMBOL = /[\p{P}\p{S}]/u;
const DELIMITED = /^(\*\*|\*|~~)(?![\s*~])([^*`~\n]*(?:\n(?!\s*\n)[^*`~\n]+)*)(?<!\s)\1(?!\*)/;

/** A passage between two marks: what stands in the text, the mark, and the words. */
export type Emphasised = { raw: string; mark: "**" | "*" | "~~"; text: string };

/**
 * Returns the emphasis at the beginning of a text that CommonMark misses because of Chinese punctuation:
 * `**「開放」**的` and `**注意：**請`. Null where there is none, or CommonMark reads it.
 */
export function chineseEmphasis(src: string): Emphasised | null {
	const [raw, mark, text] = DELIMITED.exec(src) ?? [];
	if (!raw || !text || !isMissed(text, src.slice(raw.length, raw.length + 2))) return null;
	return { raw, mark: mark === "**" ? "**" : mark === "*" ? "*" : "~~", text };
}

/**
 * Whether CommonMark misses an emphasis: there is punctuation at an inner edge, and Chinese in the text or directly
 * after it.
 */
function isMissed(text: string, after: string): boolean {
	const atEdge = SYMBOL.test([...text].at(0) ?? "") || SYMBOL.test([...text].at(-1) ?? "");
	return atEdge && (CJK.test(text) || CJK.test([...after].at(0) ?? ""));
}
