import { normal, phraseMatch, type Segment, segments, typedParts } from "#kernel/tokens.ts";
import { foldVariants, foldWide } from "#kernel/variants.ts";
import { marked, soughtPieces, type Texts } from "./highlight.ts";

/**
 * What the second tier of a search looks for, as FTS5 expressions over the folded texts. `parts` are those typed, each
 * with what may stand for it. Where a part stands in no text at all, what it is made of is looked for: `pieces` of the
 * part at `of`. `words` and `pieceWords` are the same for highlights, in normal form.
 */
export type Wide = {
	parts: readonly string[];
	pieces: readonly { of: number; match: string }[];
	words: readonly string[];
	pieceWords: readonly string[];
};

/** The largest numbers of texts that may stand for one part, and of pieces of one part. */
const MOST_FORMS = 24;
const MOST_PIECES = 12;
const YEAR = /(中華民國|民國|西元|公元)?(?<!\p{Nd})([0-9]{1,4})年/u;
const ERAS = ["中華民國", "民國", "西元", "公元"];
/** The year before the first of the Republic of China. */
const BEFORE_ROC = 1911;
const LAST_ROC = 200;

/** Returns what the second tier looks for; null for a search without a letter or digit. `groups` are the synonyms. */
export function widen(search: string, groups: readonly (readonly string[])[]): Wide | null {
	const typed = [...typedParts(foldWide(search))];
	if (typed.length === 0) return null;
	const synonyms = synonymsOf(groups);
	const years = typed.map(([part]) => yearsLike(part));
	const parts = typed.map(([part, inOrder], at) => {
		const isEra = ERAS.includes(part) && (years[at + 1]?.length ?? 0) > 0;
		const forms = formsOf(part, isEra ? (years[at + 1] ?? []) : (years[at] ?? []), synonyms);
		return { forms: [part, ...forms], match: anyOf([phraseMatch(inOrder), ...forms.map(matchOf)]) };
	});
	const pieces = typed.flatMap(([part, inOrder], of) =>
		piecesOf(inOrder)
			.filter((piece) => piece !== part)
			.map((piece) => ({ of, forms: [piece, ...formsOf(piece, [], synonyms)] })),
	);
	return {
		parts: parts.map(({ match }) => match),
		pieces: pieces.map(({ of, forms }) => ({ of, match: anyOf(forms.map(matchOf)) })),
		words: distinct(parts.flatMap(({ forms }) => forms)),
		pieceWords: distinct(pieces.flatMap(({ forms }) => forms)),
	};
}

/** Returns title and excerpt of a hit of the second tier as HTML, with what was found in <mark>, however it is written. */
export function highlightWide(texts: Texts, { words, pieceWords }: Wide): { title: string; excerpt: string } {
	const whole = soughtPieces(texts, { needles: words, foldMore: foldVariants });
	const isFound = [...whole.title, ...whole.excerpt].some(({ isMatch }) => isMatch);
	return marked(isFound ? whole : soughtPieces(texts, { needles: [...words, ...pieceWords], foldMore: foldVariants }));
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
const anyOf = (matches: readonly string[]): string => distinct(matches).join(" OR ");
const matchOf = (text: string): string => phraseMatch(segments(text));

/** Each word of the synonyms in normal form, with the words that mean the same. */
type Synonyms = readonly (readonly [string, readonly string[]])[];
/** The groups stay the same array until they change. */
const folded = new WeakMap<readonly (readonly string[])[], Synonyms>();

function synonymsOf(groups: readonly (readonly string[])[]): Synonyms {
	const known = folded.get(groups);
	if (known) return known;
	const all = new Map<string, string[]>();
	for (const group of groups) {
		const words = group.map((word) => normal(foldWide(word)).trim()).filter((word) => word !== "");
		for (const word of words) all.set(word, [...(all.get(word) ?? []), ...words.filter((other) => other !== word)]);
	}
	const synonyms = [...all];
	folded.set(groups, synonyms);
	return synonyms;
}

/** Returns what may stand for a part: the other spellings of its year, and synonyms of it or of what stands in it. */
function formsOf(part: string, years: readonly string[], synonyms: Synonyms): string[] {
	const swapped = [part, ...years].flatMap((form) =>
		synonyms.flatMap(([word, others]) => (holds(form, word) ? others.map((other) => form.replace(word, other)) : [])),
	);
	return distinct([...years, ...swapped])
		.filter((form) => form !== part)
		.slice(0, MOST_FORMS);
}

/** Whether a word stands in a part: anywhere when it is Chinese, else between other letters. */
function holds(part: string, word: string): boolean {
	const at = part.indexOf(word);
	if (at === -1) return false;
	const isLetter = (character: string) => /[\p{L}\p{N}]/u.test(character) && !/\p{sc=Han}/u.test(character);
	const [before = "", after = ""] = [part.slice(0, at).at(-1), part.slice(at + word.length).at(0)];
	return !(isLetter(word[0] ?? "") && isLetter(before)) && !(isLetter(word.at(-1) ?? "") && isLetter(after));
}

/** Returns a part with its year of the Republic as a western one, or the other way round; none without such a year. */
function yearsLike(part: string): string[] {
	const [written, era = "", digits = ""] = YEAR.exec(part) ?? [];
	if (written === undefined) return [];
	const number = Number(digits);
	const isWestern = era === "西元" || era === "公元" || (era === "" && number > BEFORE_ROC);
	const roc = isWestern ? number - BEFORE_ROC : number;
	if (roc < 1 || roc > LAST_ROC) return [];
	return [`${roc}年`, `民國${roc}年`, `${roc + BEFORE_ROC}年`]
		.map((year) => part.replace(written, year))
		.filter((form) => form !== part);
}

/** Returns what a part is made of: its words but short numbers, and each two Chinese characters that stand together. */
const piecesOf = (inOrder: readonly Segment[]): string[] =>
	distinct(
		inOrder.flatMap(({ text, isCjk }) => {
			if (!isCjk) return [text];
			const characters = [...text];
			return characters.slice(1).map((character, at) => (characters[at] ?? "") + character);
		}),
	)
		.filter((piece) => [...piece].length > 1 && !/^\p{Nd}{1,3}$/u.test(piece))
		.slice(0, MOST_PIECES);
