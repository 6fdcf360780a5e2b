import type { MarkedExtension } from "marked";

const TERM = String.raw`(?!\s*(?:[-*+>#|:]|\d+[.)]|\x60\x60\x60|~~~|<))[^\n]+\n`;
const DESCRIPTION = String.raw`:[ \t]+[^\n]+(?:\n(?!:[ \t])[^\n]+|\n+(?: {2,}|\t)[^\n]+)*(?:\n|$)`;
const LIST = new RegExp(String.raw`^((?:${TERM}){1,3})\n?(${DESCRIPTION}(?:\n?${DESCRIPTION})*)`);

/**
 * A Markdown extension for definition lists as kramdown, Goldmark and PHP Markdown Extra write them: terms, then lines
 * that begin with ": ".
 */
export const definitionLists: MarkedExtension = {
	extensions: [
		{
			name: "definitionList",
			level: "block",
			tokenizer(src) {
				const [raw, terms, descriptions] = LIST.exec(src) ?? [];
				if (!raw || !terms || !descriptions) return undefined;
				return {
					type: "definitionList",
					raw,
					terms: terms
						.trimEnd()
						.split("\n")
						.map((term) => this.lexer.inline(term, [])),
					descriptions: descriptions
						.split(/^:[ \t]+/m)
						.slice(1)
						.map((text) => this.lexer.blockTokens(text.trimEnd().replace(/\n(?: {1,4}|\t)/g, "\n"), [])),
				};
			},
			renderer({ terms, descriptions }) {
				const dt = terms.map((tokens: never[]) => `<dt>${this.parser.parseInline(tokens)}</dt>\n`).join("");
				const dd = descriptions.map((tokens: never[]) => `<dd>${this.parser.parse(tokens)}</dd>\n`).join("");
				return `<dl>\n${dt}${dd}</dl>\n`;
			},
		},
	],
};
