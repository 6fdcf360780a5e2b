/** Han, Hiragana, Katakana, Bopomofo and Hangul stand without spaces; ー belongs to no script, but to kana words. */
const CJK = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}ー`;
/** What words of all other scripts are made of, as a character class. */
export const WORD = String.raw`[[\p{L}\p{M}\p{N}]--[${CJK}]]`;
const SEGMENT = new RegExp(`([${CJK}]+)|${WORD}+`, "gv");
const NEITHER = new RegExp(String.raw`[^\p{L}\p{M}\p{N}${CJK}]+`, "gv");

/** Stand between tokens that must not make a phrase. Private use: never letters, so no text and no query brings its own. */
const GAP = "\ue000";
const BLOCK = "\ue001";

/** A query of 100 characters has at most 50 parts; further ones than these are left out. */
const MAX_PARTS = 16;
/** A value in D1 holds 2 MB, and a CJK character becomes 7 bytes of tokens: what stands behind is not found. */
export const MAX_INDEXED = 200_000;

/** A run of CJK characters, or a run of other letters, marks and digits (a word). */
export type Segment = {
	text: string;
	isCjk: boolean;
	/** Spaces or punctuation stand between it and the segment before. */
	afterGap: boolean;
};

/**
 * What the index and a query compare: NFKC, full case folding (ß = ss, Σ = ς = σ; ı also counts as i), default-ignorable
 * code points removed, 臺 = 台; a lone surrogate becomes U+FFFD. Folding again changes nothing.
 */
export function fold(text: string): string {
	return text
		.toWellFormed()
		.normalize("NFKC")
		.replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
		.toLowerCase()
		.toUpperCase()
		.toLowerCase()
		.replaceAll("ς", "σ")
		.replaceAll("臺", "台")
		.normalize("NFKC");
}

/** The segments of one block of folded text, in order. */
export function segments(folded: string): Segment[] {
	let end = 0;
	return Array.from(folded.matchAll(SEGMENT), (match) => {
		const afterGap = match.index > end;
		end = match.index + match[0].length;
		return { text: match[0], isCjk: match[1] !== undefined, afterGap };
	});
}

/** Folded text in which one space stands for whatever stands between segments. */
export const normal = (folded: string): string => folded.replace(NEITHER, " ");

/** The parts of a query in normal form, distinct: what stands between two spaces and has a letter or digit. */
export function queryParts(search: string): string[] {
	const parts = fold(search)
		.split(/\s+/u)
		.map((part) => normal(part).trim());
	return [...new Set(parts)].filter((part) => part !== "").slice(0, MAX_PARTS);
}

/** The tokens of a text, separated by spaces, as the columns of the full-text table take them. A line is a block. */
export function indexTokens(text: string): string {
	return fold(text.slice(0, MAX_INDEXED))
		.slice(0, MAX_INDEXED)
		.split("\n")
		.map((block) => phrase(segments(block)).join(" "))
		.join(` ${BLOCK} `);
}

/**
 * The FTS5 expression that finds `search`, or null when it has no letter or digit to look for.
 *
 * Found is exactly what holds every part of the query (parts stand between spaces) somewhere in one block of title,
 * excerpt, body or one tag, after folding, where any run of punctuation or spaces equals any other, and punctuation at
 * the ends of a part counts for nothing. So every Chinese string is found wherever it stands, from one character on.
 *
 * Not exact: a part that begins with a Latin letter or a digit (or any script that is not CJK) is found only where a
 * word begins: `form` finds `forms` but not `platform`, `9型` does not find `19型`. Also not found: what stands after
 * 200,000 characters of a text (2,000 of an excerpt); the 17th and later parts of a query are left out.
 */
export function matchQuery(search: string): string | null {
	const parts = queryParts(search).map((part) => {
		const inOrder = segments(part);
		const tokens = phrase(inOrder);
		const last = inOrder.at(-1);
		// A pair is whole; a single character begins the pairs, and a word the words, that continue it.
		const endsInPair = last?.isCjk === true && [...last.text].length > 1;
		if (endsInPair) tokens.pop();
		return `"${tokens.join(" ")}"${endsInPair ? "" : "*"}`;
	});
	return parts.length > 0 ? parts.join(" AND ") : null;
}

/** ABCD is stored as AB BC CD D, so that its last character stands directly before what follows it. */
function phrase(inOrder: readonly Segment[]): string[] {
	return inOrder.flatMap((segment, at) => {
		const tokens = segment.isCjk ? pairs([...segment.text]) : [segment.text];
		const before = inOrder[at - 1];
		// Between two words, or two runs of pairs, nothing can be taken for an unbroken text.
		const canRunTogether = before !== undefined && before.isCjk !== segment.isCjk;
		return segment.afterGap && canRunTogether ? [GAP, ...tokens] : tokens;
	});
}

const pairs = (characters: readonly string[]): string[] =>
	characters.map((character, at) => character + (characters[at + 1] ?? ""));
