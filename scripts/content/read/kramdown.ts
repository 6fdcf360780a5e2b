import { outsideCode } from "../code.ts";

const LIST = String.raw`(?:[.#:][^\s{}"']+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s{}"']+)|[\w-]+)`;
const ATTRIBUTES = String.raw`\{:(?!:)\s*(?:${LIST}(?:\s+${LIST})*\s*)?\}`;
const TOC = /^[ \t]*(?:[*+-]|\d+\.)[ \t].*\n\{:\s*toc[^}\n]*\}[ \t]*\n?/gm;
const HEADING_ID = /^(#{1,6}[^\n]*?)[ \t]*\n\{:[^}\n]*#([\w-]+)[^}\n]*\}[ \t]*$/gm;
const BLOCK = new RegExp(String.raw`^[ \t]*(?:>[ \t]*)*${ATTRIBUTES}[ \t]*\n?`, "gm");
const DEFINITION = /^ {0,3}\{:[\w-]+:[^}\n]*\}[ \t]*\n?/gm;
const INLINE = new RegExp(String.raw`(?<=\S)${ATTRIBUTES}`, "g");
const COMMENT = /\{::comment\}[\s\S]*?\{:\/(?:comment)?\}/g;
const EXTENSION = /\{::[^}\n]*\/?\}|\{:\/\w*\}/g;
/**
 * Matches the end of an HTML block that text follows: GFM's HTML block goes on to the next empty line, kramdown's ends
 * with its element, so that the text is a paragraph.
 */
const BEHIND_A_BLOCK = /^(<\/(?:figure|div|table|ul|ol|blockquote|details|section)>)[ \t]*\n(?=[^\s<])/gim;
const MARKDOWN_ATTRIBUTE = /(<(?!\/)[a-z][^<>]*?)\s+markdown\s*=\s*["']?(?:1|block|span|0|true)["']?([^<>]*>)/gi;

/**
 * Removes kramdown's own marks from Markdown: attribute lists of blocks and words, the generated table of contents,
 * comments and options. A heading keeps its stated id; the content of `<div markdown="1">` becomes Markdown.
 */
export function kramdown(markdown: string): string {
	return outsideCode(markdown, (text) =>
		text
			.replace(COMMENT, "")
			.replace(TOC, "")
			.replace(HEADING_ID, "$1 {#$2}")
			.replace(DEFINITION, "")
			.replace(BLOCK, "")
			.replace(INLINE, "")
			.replace(EXTENSION, "")
			.replace(MARKDOWN_ATTRIBUTE, "$1$2\n\n")
			.replace(BEHIND_A_BLOCK, "$1\n\n")
			.replace(/^\^[ \t]*$/gm, ""),
	);
}

const ONE = String.raw`(?:[.#][^\s{}"']+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s{}"']+))`;
const GOLDMARK = new RegExp(String.raw`^[ \t]*\{\s*${ONE}(?:\s+${ONE})*\s*\}[ \t]*\n?`, "gm");

/** Removes Goldmark's block attributes (`{.class #id}` on a line of their own) from Markdown. */
export const goldmark = (markdown: string): string => outsideCode(markdown, (text) => text.replace(GOLDMARK, ""));
