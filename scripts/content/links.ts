import { outsideCode } from "./code.ts";

/** Returns the new address of a link, or undefined to leave it unchanged. */
export type Relink = (url: string, isImage: boolean) => string | undefined;

const TITLE = String.raw`(?:\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?`;
const PLAIN = String.raw`(?:[^\s()<>\\]|\\.|\((?:[^\s()\\]|\\.|\([^\s()]*\))*\))+`;
const INLINE = new RegExp(String.raw`(\]\([ \t]*\n?[ \t]*)(<[^<>\n]*>|${PLAIN})(${TITLE}\s*\))`, "g");
/** Matches `![](two words.jpg)`, which is no link to CommonMark, but is one to kramdown and to the author. */
const SPACED = /(\]\([ \t]*)([^\s()"'<>][^()"'<>\n]*[^\s()"'<>])((?:\s+"[^"\n]*")?[ \t]*\))/g;
const DEFINITION = /^( {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\n?[ \t]*)(<[^<>\n]*>|[^\s<>]+)/gm;
const TAG = /<[a-z][a-z0-9-]*(?:\s+(?:"[^"]*"|'[^']*'|[^"'<>])*)?>/gi;
const ATTRIBUTE = /(\s(?:src|href|poster|data-src)\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/**
 * Passes the address of every link and image outside code, in Markdown and in the HTML inside it, through `relink`.
 * Everything else stays unchanged, byte for byte.
 */
export function mapLinks(markdown: string, relink: Relink): string {
	return outsideCode(markdown, (text) => {
		const replace = (whole: string, before: string, target: string, after: string, offset: number): string => {
			const url = unwrap(target);
			const changed = relink(url, isImageAt(text, offset));
			return changed === undefined || changed === url ? whole : before + changed + after;
		};
		return text
			.replace(INLINE, (whole, before, target, after, offset) => replace(whole, before, target, after, offset))
			.replace(SPACED, (whole, before, target, after, offset) =>
				/\s/.test(target) ? replace(whole, before, target, after, offset) : whole,
			)
			.replace(DEFINITION, (whole, before, target) => replace(whole, before, target, "", -1))
			.replace(TAG, (tag) => mapAttributes(tag, relink));
	});
}

function mapAttributes(tag: string, relink: Relink): string {
	const isImage = /^<(?:img|video|audio|source)\b/i.test(tag);
	return tag.replace(ATTRIBUTE, (whole, before, double, single, bare) => {
		const url = (double ?? single ?? bare ?? "").replace(/&amp;/g, "&");
		const changed = relink(url.trim(), isImage);
		return changed === undefined || changed === url ? whole : `${before}"${changed.replace(/&/g, "&amp;")}"`;
	});
}

/** Returns whether the bracket that closes at `offset` was opened with `![`, at most 2,000 characters before it. */
function isImageAt(text: string, offset: number): boolean {
	let depth = 0;
	for (let i = offset; i >= 0 && offset - i < 2000; i--) {
		if (text[i - 1] === "\\") continue;
		if (text[i] === "]") depth++;
		if (text[i] === "[" && --depth === 0) return text[i - 1] === "!";
	}
	return false;
}

const unwrap = (target: string): string =>
	(target.startsWith("<") ? target.slice(1, -1) : target).replace(/\\([!-/:-@[-`{-~])/g, "$1");
