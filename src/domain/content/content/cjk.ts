import { type MarkedExtension, Tokenizer } from "marked";

const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const SYMBOL = /[\p{P}\p{S}]/u;
const DELIMITED = /^(\*\*|\*|~~)(?![\s*~])([^*`~\n]*(?:\n(?!\s*\n)[^*`~\n]+)*)(?<!\s)\1(?!\*)/;
/**
 * Matches the end of a bare address: where Chinese punctuation begins, or where Chinese follows the host without a
 * slash.
 */
const ADDRESS_END =
	/[\u3000-\u303f\uff00-\uffef\u2018-\u201f\u2026\u2014]|\p{sc=Han}(?<=^https?:\/\/[\w.:-]+\p{sc=Han})/u;

/**
 * Extends CommonMark, whose rules for words between spaces fail in Chinese: `**「開放」**的` and `**注意：**請` become
 * emphasis though a letter follows the punctuation, and an address in running text does not include `）。`.
 */
export const chinese: MarkedExtension = {
	tokenizer: {
		url(src) {
			if (!/^(?:https?:|ftp:|www\.)/i.test(src)) return false;
			const end = src.search(ADDRESS_END);
			return end > 0 && Tokenizer.prototype.url.call(this, src.slice(0, end));
		},
	},
	extensions: [
		{
			name: "chineseEmphasis",
			level: "inline",
			tokenizer(src) {
				const [raw, mark, text] = DELIMITED.exec(src) ?? [];
				if (!raw || !mark || !text || !isMissed(text, src.slice(raw.length))) return undefined;
				const type = mark === "**" ? "strong" : mark === "*" ? "em" : "del";
				return { type, raw, text, tokens: this.lexer.inlineTokens(text, []) };
			},
			renderer: () => false,
		},
	],
};

/**
 * Whether CommonMark misses an emphasis: there is punctuation at an inner edge, and Chinese in the text or directly
 * after it.
 */
function isMissed(text: string, after: string): boolean {
	const atEdge = SYMBOL.test([...text].at(0) ?? "") || SYMBOL.test([...text].at(-1) ?? "");
	return atEdge && (CJK.test(text) || CJK.test([...after].at(0) ?? ""));
}
