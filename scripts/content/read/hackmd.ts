import { outsideCode } from "../code.ts";
import type { Notes } from "./notes.ts";
import { video } from "./parameters.ts";
import { unique } from "./values.ts";

const TOC = /^[ \t]*\[toc\][ \t]*\n?/gim;
const EMBED = /\{%[ \t]*([a-z]+)[ \t]+([^\s%]+)[ \t]*%\}/gi;
/** The size behind the address of a picture, which ends the link for everybody else: `![](a.png =300x)`. */
const SIZED = /(!\[[^\]\n]*\]\([^)\s]+)[ \t]+=\d*%?x?\d*%?(?=(?:[ \t]+"[^"\n]*")?\))/g;
/** The colour of a quotation. */
const COLOURED = /^([ \t]*>.*?)[ \t]*\[color=[^\]\n]*\]/gm;
const TAG_LINE = /^#{6}[ \t]+tags:[ \t]*([^\n]*)\n?/im;

/** What no mark is looked for in: formulas, the targets of links, HTML tags and plain addresses. */
const KEPT = String.raw`\$\$[\s\S]*?\$\$|\$[^\s$][^$\n]*\$|\]\([^)\n]*\)|<[^<>\n]+>|https?:\/\/[^\s<>"，。、；！？）」』]+`;
const MARKED = String.raw`(?<![=\\])==(?![\s=])((?:(?!==)[^\n])+?)(?<!\s)==(?!=)`;
/** Behind a Latin letter only: 週一~五、六~日 and 3~5 are ranges. */
const LOWERED = String.raw`(?<=[A-Za-z)\]])~([\w+().-]{1,20})~(?!~)`;
/** Holds a letter or a digit: ^_^ is a face, and brackets are footnotes. */
const RAISED = String.raw`(?<=[\p{L}\p{N})\]])\^(?=[^\s^]*[\p{L}\p{N}])([^\s^[\]]{1,20})\^`;
const MARKS = new RegExp(`${KEPT}|${MARKED}|${LOWERED}|${RAISED}`, "gu");

/**
 * Turns what HackMD adds to Markdown into what is kept here: `[TOC]` goes, since every text has its table of contents,
 * sizes of pictures and colours of quotations go, too. `{%youtube ID%}` becomes a player, other embedded addresses links, and `==mark==`, `H~2~O` and `2^10^` their HTML.
 * What is embedded without an address stays as it stands, and is noted.
 */
export const hackmd = (markdown: string, notes: Notes): string =>
	outsideCode(markdown, (text) =>
		marks(
			text
				.replace(TOC, "")
				.replace(SIZED, "$1")
				.replace(COLOURED, "$1")
				.replace(EMBED, (literal, name: string, what: string) => embedded(name.toLowerCase(), what, literal, notes)),
		),
	);

/** Returns the names in a line `###### tags:` and the body without that line. */
export function tagLine(body: string): { tags: string[]; body: string } {
	const names = TAG_LINE.exec(body)?.[1];
	if (names === undefined) return { tags: [], body };
	const quoted = [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
	const tags = (quoted.length > 0 ? quoted : names.split(/[,，、]/)).map((name) => name.trim());
	return { tags: unique(tags.filter((name) => name !== "")), body: body.replace(TAG_LINE, "") };
}

const marks = (text: string): string =>
	text.replace(MARKS, (whole, marked?: string, lowered?: string, raised?: string) => {
		if (marked !== undefined) return `<mark>${marks(marked)}</mark>`;
		if (lowered !== undefined) return `<sub>${lowered}</sub>`;
		return raised === undefined ? whole : `<sup>${raised}</sup>`;
	});

function embedded(name: string, what: string, literal: string, notes: Notes): string {
	if ((name === "youtube" || name === "vimeo") && /^[\w-]+$/.test(what)) return `\n${video(name, what)}\n`;
	if (name === "gist" && /^[\w-]+\/\w+$/.test(what)) return `<https://gist.github.com/${what}>`;
	if (/^https?:\/\//.test(what)) return `<${what}>`;
	notes.add(literal, `what {%${name}%} embeds is not known: left as it stands`);
	return literal;
}
