/**
 * The characters of scripts written without spaces: Han, Hiragana, Katakana, Bopomofo and Hangul; ー belongs to no
 * script, but to kana words.
 */
const CJK = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}ー`;
/** The characters of words of all other scripts, as a character class. */
export const WORD = String.raw`[[\p{L}\p{M}\p{N}]--[${CJK}]]`;
/** A word may end in signs that belong to its name: C++, C#, CD4+. */
const SEGMENT = new RegExp(`([${CJK}]+)|${WORD}+[+#]*`, "gv");
const NUMBER = /^\p{Nd}+$/u;
const SPACE = /^\s+$/u;

/**
 * Tokens put between tokens that must not form a phrase. They are private-use characters, never letters, so no text and
 * no query contains them.
 */
const GAP = "\ue000";
const BLOCK = "\ue001";
/** What signs at the end of a word are in a token, because the tokenizer would cut there. */
const SIGNS: Readonly<Record<string, string>> = { "+": "\ue002", "#": "\ue003" };

/** The version of the cutting, raised with every change to it: entries that were cut otherwise are cut again. */
export const CUTTING = 3;

/** A number that is typed apart from its unit, as a part of its own: 116 年, 3 月, 第 2 屆, 116 年度預算. */
const NUMBER_APART = new RegExp(
	String.raw`(?<!\S)(\p{Nd}+)\s+(?=學?年度|學年|(?:年|[月日號歲屆期次人名位元萬億天週周時分點樓卷頁條項款章節倍級類型個件張場種])(?![${CJK}]))`,
	"gv",
);

/** The largest number of parts of a query; further ones are ignored (a query of 100 characters has at most 50). */
const MAX_PARTS = 16;
/**
 * The largest number of characters of a text that are indexed, because a value in D1 holds 2 MB and a CJK character
 * becomes 7 bytes of tokens.
 */
export const MAX_INDEXED = 200_000;

/** A part of a text: a run of CJK characters, or a run of other letters, marks and digits with signs behind (a word). */
export type Segment = {
	text: string;
	/** Where it begins in the text, in UTF-16 units. */
	start: number;
	isCjk: boolean;
	/** Whether spaces or punctuation stand between this segment and the one before, other than those around a number. */
	afterGap: boolean;
};

/**
 * Folds a text as the index and queries compare it: NFKC, full case folding (ß = ss, Σ = ς = σ; ı also counts as i),
 * default-ignorable code points removed, 臺 = 台; a lone surrogate becomes U+FFFD. Folding again changes nothing.
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

/**
 * Returns the segments of one block of folded text, in order. Spaces around a number that stands before a CJK character
 * are no gap: 民國 116 年 is 民國116年.
 */
export function segments(folded: string): Segment[] {
	const found = Array.from(folded.matchAll(SEGMENT), ({ 0: text, 1: cjk, index }) => ({
		text,
		start: index,
		isCjk: cjk !== undefined,
	}));
	const between = found.map(({ start }, at) => {
		const before = found[at - 1];
		return folded.slice(before ? before.start + before.text.length : 0, start);
	});
	const isLoose = (at: number) => between[at] === "" || SPACE.test(between[at] ?? "");
	const isCounted = found.map(({ text }, at) => found[at + 1]?.isCjk === true && NUMBER.test(text) && isLoose(at + 1));
	return found.map((segment, at) => {
		const isOfNumber = isCounted[at - 1] === true || (isCounted[at] === true && found[at - 1]?.isCjk === true);
		return { ...segment, afterGap: between[at] !== "" && !(isOfNumber && isLoose(at)) };
	});
}

/** Returns folded text with one space for everything between two segments that is a gap. */
export const normal = (folded: string): string =>
	segments(folded)
		.map(({ text, afterGap }) => (afterGap ? ` ${text}` : text))
		.join("");

/**
 * Returns the parts of a query in normal form, each once: the texts between spaces that have a letter or digit. A number
 * and its unit are one part, with a space between them or without.
 */
export const queryParts = (search: string): string[] => [...typedParts(search).keys()];

/** Returns the segments of the parts of a query by their normal form, in which a gap is not told from a space. */
export function typedParts(search: string): Map<string, Segment[]> {
	const parts = fold(search)
		.replace(NUMBER_APART, "$1")
		.split(/\s+/u)
		.map((part): [string, Segment[]] => [normal(part).trim(), segments(part)]);
	return new Map([...new Map(parts)].filter(([part]) => part !== "").slice(0, MAX_PARTS));
}

/** Returns the tokens of a text, separated by spaces, for a column of the full-text table. Each line is a block. */
export function indexTokens(text: string): string {
	return fold(text.slice(0, MAX_INDEXED))
		.slice(0, MAX_INDEXED)
		.split("\n")
		.map((block) => phrase(segments(block)).join(" "))
		.join(` ${BLOCK} `);
}

/**
 * Returns the FTS5 expression that finds `search`, or null when it has no letter or digit.
 *
 * It finds exactly the entries that contain every part of the query (parts are separated by spaces) somewhere in one
 * block of title, excerpt, body or one tag, after folding; any run of punctuation or spaces equals any other, and
 * punctuation at the ends of a part is ignored, but for signs that end a word: C++ and C# are words. Spaces around a
 * number before a CJK character count for nothing. So every Chinese string is found wherever it stands, even a single
 * character.
 *
 * Exceptions: a part that begins with a Latin letter or a digit (or any script that is not CJK) is found only where a
 * word begins: `form` finds `forms` but not `platform`, `9型` does not find `19型`. Not found is text after the first
 * 200,000 characters (2,000 of an excerpt); the 17th and later parts of a query are ignored.
 */
export function matchQuery(search: string): string | null {
	const parts = [...typedParts(search).values()].map(phraseMatch);
	return parts.length > 0 ? parts.join(" AND ") : null;
}

/** Returns the FTS5 phrase that finds one part of a query, of which there must be a segment. */
export function phraseMatch(inOrder: readonly Segment[]): string {
	const tokens = phrase(inOrder);
	const last = inOrder.at(-1);
	// A pair is complete; a single character is the prefix of pairs, and a word the prefix of longer words.
	const endsInPair = last?.isCjk === true && [...last.text].length > 1;
	if (endsInPair) tokens.pop();
	return `"${tokens.join(" ")}"${endsInPair ? "" : "*"}`;
}

/**
 * Returns the tokens of a block: of a word the word; of four CJK characters ABCD the tokens AB BC CD D, so that the
 * last character stands directly before what follows it; GAP where a CJK run and a word do not touch.
 */
function phrase(inOrder: readonly Segment[]): string[] {
	return inOrder.flatMap((segment, at) => {
		const tokens = segment.isCjk
			? pairs([...segment.text])
			: [segment.text.replace(/[+#]/g, (sign) => SIGNS[sign] ?? "")];
		const before = inOrder[at - 1];
		// Two words, or two runs of pairs, always have a gap between them: only a change of script, or a word after a
		// sign (A+B), can be unbroken.
		const canRunTogether =
			before !== undefined && (before.isCjk !== segment.isCjk || (!segment.isCjk && /[+#]$/.test(before.text)));
		return segment.afterGap && canRunTogether ? [GAP, ...tokens] : tokens;
	});
}

const pairs = (characters: readonly string[]): string[] =>
	characters.map((character, at) => character + (characters[at + 1] ?? ""));
