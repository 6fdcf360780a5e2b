import { type MarkedExtension, Tokenizer } from "marked";
import { chineseEmphasis } from "./emphasis.ts";

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
				const found = chineseEmphasis(src);
				if (!found) return undefined;
				const type = found.mark === "**" ? "strong" : found.mark === "*" ? "em" : "del";
				return { type, raw: found.raw, text: found.text, tokens: this.lexer.inlineTokens(found.text, []) };
			},
			renderer: () => false,
		},
	],
};
