import { own } from "#kernel/own.ts";

/** Elements that begin a new line; any other tag is removed without leaving a gap inside the word around it. */
const BLOCKS = new Set(
	(
		"address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form " +
		"h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre search section summary table tbody " +
		"td tfoot th thead tr ul"
	).split(" "),
);

/** The character references that people type; Markdown itself only writes the first five. */
const ENTITIES: Record<string, string> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: " ",
	ensp: " ",
	emsp: " ",
	thinsp: " ",
	shy: "\u00ad",
	zwj: "\u200d",
	zwnj: "\u200c",
	copy: "©",
	reg: "®",
	trade: "™",
	hellip: "…",
	mdash: "—",
	ndash: "–",
	lsquo: "‘",
	rsquo: "’",
	ldquo: "“",
	rdquo: "”",
	laquo: "«",
	raquo: "»",
	middot: "·",
	bull: "•",
	times: "×",
	divide: "÷",
	plusmn: "±",
	le: "≤",
	ge: "≥",
	ne: "≠",
	deg: "°",
	micro: "µ",
	frac12: "½",
	sup2: "²",
	sup3: "³",
	alpha: "α",
	beta: "β",
	gamma: "γ",
	sect: "§",
	para: "¶",
	cent: "¢",
	pound: "£",
	yen: "¥",
	euro: "€",
	larr: "←",
	uarr: "↑",
	rarr: "→",
	darr: "↓",
	eacute: "é",
	egrave: "è",
	agrave: "à",
	ccedil: "ç",
	auml: "ä",
	ouml: "ö",
	uuml: "ü",
	szlig: "ß",
	ntilde: "ñ",
};

const HIDDEN = /<(script|style|iframe)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TAG = /<!--[\s\S]*?(?:-->|$)|<\/?([a-z][a-z0-9-]*)(?![a-z0-9-])(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/gi;
const REFERENCE = /&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,7});/gi;
/** Matches white space except U+FEFF, which JavaScript counts as white space though it is invisible. */
const WHITE = /[^\S\uFEFF]+/g;

/**
 * Returns the text that a reader of sanitised HTML sees, one line per block: inline tags vanish, block tags break
 * lines, white space collapses; contents of script, style and iframe and texts of attributes (alt) are dropped.
 */
export function plainText(html: string): string {
	return html
		.replace(HIDDEN, "")
		.replace(WHITE, " ")
		.replace(TAG, (_, name: string | undefined) => (name && BLOCKS.has(name.toLowerCase()) ? "\n" : ""))
		.split("\n")
		.map((line) => line.replace(REFERENCE, decodeReference).replace(WHITE, " ").trim())
		.filter((line) => line !== "")
		.join("\n");
}

/**
 * Returns the minutes that it takes to read `text`, at least 1: 400 Chinese, Japanese or Korean characters or 220 words
 * a minute.
 */
export function readingMinutes(text: string): number {
	const characters = text.match(CJK)?.length ?? 0;
	const words = text.replace(CJK, " ").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu)?.length ?? 0;
	return Math.max(1, Math.round(characters / 400 + words / 220));
}

const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}]/gu;

function decodeReference(whole: string, of: string): string {
	if (!of.startsWith("#")) return own(ENTITIES, of) ?? own(ENTITIES, of.toLowerCase()) ?? whole;
	const code = Number(of.slice(1).replace(/^x/i, "0x"));
	const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
	return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}
