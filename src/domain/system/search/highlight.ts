import { fold, normal, queryParts, segments, WORD } from "#kernel/tokens.ts";

/** The texts of an entry without markup; each line is a block. */
export type Texts = { title: string; excerpt: string; body: string };

/** The number of characters of a snippet before its match; with `AFTER`, those behind it, a snippet has about 80. */
const BEFORE = 24;
const AFTER = 56;
/** The longest match that is shown whole; adjacent matches are joined, which may make one as long as the text. */
const LONGEST_MATCH = 200;

/**
 * Matches characters that fold differently together than apart: with their marks, invisible characters, parts of Hangul
 * syllables.
 */
const CLUSTER = /.[\p{M}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\u3130-\u318f\uff9e\uff9f\uffa0-\uffdc]*/gsu;
/** Matches a short word or one character; a snippet is cut only between these. */
const ATOM = new RegExp(`${WORD}{1,40}|.`, "gsv");
/** Matches a character that folding leaves as it is, as most of a Chinese text: folding each takes most of the time. */
const HAN_AS_IT_IS = /^(?!臺)[\u4e00-\u9fff]$/;
/** Matches a needle of Han characters that folding leaves as they are. */
const HAN_ONLY = /^(?:(?!臺)[\u4e00-\u9fff])+$/;
/**
 * Matches a block in which such a needle stands exactly where its characters stand: those, ASCII, and punctuation that
 * stays punctuation when it is folded. Most lines of a Chinese text are such a block.
 */
const PLAIN = /^(?:(?!臺)[ -~\u4e00-\u9fff\u3000-\u3002\u3008-\u3011，．！？：；（）…—])*$/;
const ENDS_IN_WORD = new RegExp(`${WORD}$`, "v");
const BEGINS_WITH_WORD = new RegExp(`^${WORD}`, "v");

/** A range of the source text in UTF-16 units, the end not included. */
type Span = { start: number; end: number };

/** What is marked: needles in normal form, and how texts are folded further before they are compared with them. */
export type Sought = { needles: readonly string[]; foldMore?: (folded: string) => string };

/** A piece of a text: a match, or the text between two matches. */
export type Piece = { text: string; isMatch: boolean };

/**
 * Splits a text into pieces, each match being one. It marks exactly what the search's query (`matchQuery` of
 * src/kernel/tokens.ts) finds.
 */
export const piecesOf = (text: string, search: string): Piece[] => inBlocks(text, { needles: queryParts(search) });

/**
 * Returns the title and the excerpt in pieces. An excerpt without a match is replaced by the part of the body around
 * the first match.
 */
export const highlightPieces = (texts: Texts, search: string): Pieces =>
	soughtPieces(texts, { needles: queryParts(search) });
type Pieces = { title: Piece[]; excerpt: Piece[] };

/** Returns title and excerpt in pieces as `highlightPieces` does, with what is sought said in full. */
export function soughtPieces({ title, excerpt, body }: Texts, sought: Sought): Pieces {
	const inExcerpt = inBlocks(excerpt, sought);
	const opening = () => (excerpt === "" ? cutOut(body, { start: 0, end: 0 }, { needles: [] }) : inExcerpt);
	return {
		title: inBlocks(title, sought),
		excerpt: inExcerpt.some(({ isMatch }) => isMatch) ? inExcerpt : (snippet(body, sought) ?? opening()),
	};
}

/** Returns title and excerpt as HTML: matches of `search` in <mark>, everything escaped. */
export const highlight = (texts: Texts, search: string): Marked => marked(highlightPieces(texts, search));
type Marked = { title: string; excerpt: string };
export const marked = ({ title, excerpt }: Pieces): Marked => ({ title: toHtml(title), excerpt: toHtml(excerpt) });

/** Returns the part of the body around its first match; undefined without a match. */
function snippet(body: string, sought: Sought): Piece[] | undefined {
	let at = 0;
	for (const block of body.split("\n")) {
		const [first] = matches(block, sought);
		if (first) return cutOut(body, { start: at + first.start, end: at + first.end }, sought);
		at += block.length + 1;
	}
	return undefined;
}

function cutOut(body: string, match: Span, sought: Sought): Piece[] {
	const before = body.slice(Math.max(0, match.start - 2 * BEFORE), match.start).match(ATOM) ?? [];
	let start = match.start;
	for (const atom of before.toReversed()) {
		if (start - atom.length < match.start - BEFORE) break;
		start -= atom.length;
	}
	const room = Math.max(AFTER, Math.min(match.end - match.start, LONGEST_MATCH));
	let end = match.start;
	for (const atom of body.slice(end, end + room + 2).match(ATOM) ?? []) {
		if (end + atom.length > match.start + room) break;
		end += atom.length;
	}
	const cut = inBlocks(body.slice(start, end), sought);
	const inOneLine = cut.map(({ text, isMatch }, at) => {
		const line = text.replaceAll("\n", " ");
		const from = at === 0 ? line.trimStart() : line;
		return { text: at === cut.length - 1 ? from.trimEnd() : from, isMatch };
	});
	return [between(start > 0 ? "…" : ""), ...inOneLine, between(end < body.length ? "…" : "")].filter(
		({ text }) => text,
	);
}

const between = (text: string): Piece => ({ text, isMatch: false });

/** Splits a text into pieces, block by block: a match never reaches over the end of a block. */
const inBlocks = (text: string, sought: Sought): Piece[] =>
	text
		.split("\n")
		.flatMap((block, at) => [...(at > 0 ? [between("\n")] : []), ...inPieces(block, matches(block, sought))]);

function inPieces(block: string, spans: readonly Span[]): Piece[] {
	const pieces = spans.flatMap(({ start, end }, at) => [
		between(block.slice(spans[at - 1]?.end ?? 0, start)),
		{ text: block.slice(start, end), isMatch: true },
	]);
	return [...pieces, between(block.slice(spans.at(-1)?.end ?? 0))].filter(({ text }) => text);
}

const toHtml = (pieces: readonly Piece[]): string =>
	pieces.map(({ text, isMatch }) => (isMatch ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text))).join("");

const asItIs = (folded: string): string => folded;

/** Returns where the needles stand in a block, in order, joined where they touch. */
function matches(block: string, { needles, foldMore = asItIs }: Sought): Span[] {
	const isLiteral = foldMore === asItIs && needles.every((needle) => HAN_ONLY.test(needle));
	if (isLiteral && PLAIN.test(block)) return literally(block, needles);
	// A cheap test first: most blocks have no match.
	const whole = normal(foldMore(fold(block)));
	if (!needles.some((needle) => occurrences(whole, needle).length > 0)) return [];
	const { text, sources } = withSources(block, foldMore);
	const spans = needles.flatMap((needle) =>
		occurrences(text, needle).flatMap((at) => {
			const [first, last] = [sources[at], sources[at + needle.length - 1]];
			return first && last ? [{ start: first.start, end: last.end }] : [];
		}),
	);
	return joinTouching(spans.sort((a, b) => a.start - b.start));
}

/** Returns where the needles stand in a block that needs no folding, in order, joined where they touch. */
function literally(block: string, needles: readonly string[]): Span[] {
	const spans = needles.flatMap((needle) => {
		const found: Span[] = [];
		for (let at = block.indexOf(needle); at !== -1; at = block.indexOf(needle, at + 1))
			found.push({ start: at, end: at + needle.length });
		return found;
	});
	return joinTouching(spans.sort((a, b) => a.start - b.start));
}

function joinTouching(spans: readonly Span[]): Span[] {
	const joined: Span[] = [];
	for (const span of spans) {
		const before = joined.at(-1);
		if (before && span.start <= before.end) before.end = Math.max(before.end, span.end);
		else joined.push({ ...span });
	}
	return joined;
}

/**
 * Returns where a needle stands in a text, as matchQuery finds it: a needle that begins with a word matches only where
 * a word begins.
 */
function occurrences(text: string, needle: string): number[] {
	const found: number[] = [];
	const beginsWord = BEGINS_WITH_WORD.test(needle);
	for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
		const isInsideWord = beginsWord && ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at));
		if (!isInsideWord) found.push(at);
	}
	return found;
}

/**
 * Returns a block in normal form, and for each of its UTF-16 units the source range it comes from, because folding may
 * change the length.
 */
function withSources(block: string, foldMore: (folded: string) => string): { text: string; sources: Span[] } {
	let folded = "";
	const from: Span[] = [];
	for (const { 0: cluster, index } of block.matchAll(CLUSTER)) {
		const piece = foldMore(HAN_AS_IT_IS.test(cluster) ? cluster : fold(cluster));
		folded += piece;
		for (let unit = 0; unit < piece.length; unit += 1) from.push({ start: index, end: index + cluster.length });
	}
	const all = segments(folded);
	const sources = all.flatMap(({ text, start, afterGap }) =>
		from.slice(afterGap ? start - 1 : start, start + text.length),
	);
	return { text: normal(folded), sources };
}

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character);
