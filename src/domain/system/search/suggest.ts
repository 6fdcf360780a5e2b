import { segments } from "#kernel/tokens.ts";
import { foldWide } from "#kernel/variants.ts";
import { cutIntoWords } from "#kernel/words.ts";
import type { EntryKind, EntryRef } from "./entry.ts";

/** A public text by its title, as the search index has it. */
export type Titled = EntryRef & { title: string };
/** A word that is near to what was typed: how far, from 0 to below 1, in how many titles it stands, and one of these. */
export type NearWord = { word: string; distance: number; texts: number; from: Titled };

/** The longest run of Chinese characters that is compared as a whole, and the largest number of words that are suggested. */
const LONGEST_RUN = 6;
const MOST_SUGGESTED = 5;
const HAN = /^\p{sc=Han}+$/u;

/**
 * Returns words of the titles that somebody who typed `search` may have meant, the nearest first: as many Chinese
 * characters of which at least half are the same, or a word of another script with a letter or two otherwise.
 */
export function nearWords(search: string, titles: readonly Titled[]): NearWord[] {
	const typed = segments(foldWide(search));
	const foldHan = remembered();
	const found = new Map<string, NearWord>();
	for (const from of titles) {
		const characters = [...from.title];
		const title = { text: from.title, characters, folded: characters.map(foldHan) };
		for (const word of new Set(typed.flatMap((one) => nearIn(title, one)))) {
			const before = found.get(word);
			if (before) before.texts += 1;
			else found.set(word, { word, distance: nearest(word, typed), texts: 1, from });
		}
	}
	return [...found.values()].sort(nearestFirst);
}

/** Returns what to suggest: the words whose texts are public under the same titles, and those near in the names of tags, all in `known`. */
export function suggestionsOf(
	search: string,
	words: readonly NearWord[],
	known: readonly { kind: EntryKind | "tag"; refId: number; title: string }[],
): string[] {
	const isPublic = ({ from }: NearWord) =>
		known.some(({ kind, refId, title }) => kind === from.kind && refId === from.refId && title === from.title);
	const tags = known.flatMap(({ kind, refId, title }): Titled[] =>
		kind === "tag" ? [{ kind: "article", refId, title }] : [],
	);
	const all = [...words.filter(isPublic), ...nearWords(search, tags)].sort(nearestFirst).map(({ word }) => word);
	// However a word is written, it finds the same texts: the first form is enough.
	const folded = all.map(foldWide);
	return all.filter((word, at) => word !== search && folded.indexOf(foldWide(word)) === at).slice(0, MOST_SUGGESTED);
}

const nearestFirst = (a: NearWord, b: NearWord): number =>
	a.distance - b.distance || b.texts - a.texts || (a.word < b.word ? -1 : 1);

/** A title, its characters, and each of these folded; null for one that is not Chinese. */
type Title = { text: string; characters: readonly string[]; folded: readonly (string | null)[] };
type Typed = { text: string; isCjk: boolean };
const nearIn = (title: Title, { text, isCjk }: Typed): string[] =>
	isCjk ? windowsOf(title, text) : wordsOf(title.text, text);

/** Folds single Chinese characters, each different one once; null for others. */
function remembered(): (character: string) => string | null {
	const known = new Map<string, string | null>();
	return (character) => {
		const before = known.get(character);
		if (before !== undefined) return before;
		const folded = HAN.test(character) ? foldWide(character) : null;
		known.set(character, folded);
		return folded;
	};
}

const nearest = (word: string, typed: readonly Typed[]): number =>
	Math.min(
		...typed.map(
			({ text, isCjk }) => (isCjk ? unlike(foldWide(word), text) : edits(foldWide(word), text)) / [...text].length,
		),
	);

/**
 * Returns the whole words of a text, one or several in a row, that are as long as `run` and have at least half of its
 * characters where it has them.
 */
function windowsOf({ text, characters, folded }: Title, run: string): string[] {
	const wanted = [...run];
	const { length } = wanted;
	if (length < 2 || length > LONGEST_RUN) return [];
	const starts = [...characters.keys()].filter((at) => isNear(folded.slice(at, at + length), wanted));
	if (starts.length === 0) return [];
	const ends = wordEnds(text);
	return starts
		.filter((at) => ends.has(at) && ends.has(at + length))
		.map((at) => characters.slice(at, at + length).join(""));
}

/** Returns whether a window is Chinese throughout and has at least half of the wanted characters where they are wanted. */
function isNear(window: readonly (string | null)[], wanted: readonly string[]): boolean {
	if (window.length < wanted.length || window.includes(null)) return false;
	return window.filter((character, at) => character !== wanted[at]).length <= wanted.length / 2;
}

/** Returns where words begin and end in a text, counted in characters. */
function wordEnds(text: string): Set<number> {
	const ends = new Set([0]);
	let at = 0;
	for (const word of cutIntoWords(text)) {
		at += [...word].length;
		ends.add(at);
	}
	return ends;
}

/** Returns how many characters of two runs are not the same; more than there are when one is longer. */
function unlike(one: string, other: string): number {
	const [a, b] = [[...one], [...other]];
	return a.length === b.length
		? a.filter((character, at) => character !== b[at]).length
		: Math.max(a.length, b.length) + 1;
}

/** Returns the words of a text that are `word` with a letter otherwise, of a long word two. */
function wordsOf(text: string, word: string): string[] {
	if (word.length < 4) return [];
	return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(
		(one) => !HAN.test(one) && edits(foldWide(one), word) <= (word.length < 8 ? 1 : 2),
	);
}

/** Returns how many letters must be put in, taken out or changed to make one word the other (Levenshtein). */
function edits(one: string, other: string): number {
	let before = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (const [row, letter] of [...one].entries()) {
		const now = [row + 1];
		for (const [at, wanted] of [...other].entries())
			now.push(
				Math.min((now[at] ?? 0) + 1, (before[at + 1] ?? 0) + 1, (before[at] ?? 0) + (letter === wanted ? 0 : 1)),
			);
		before = now;
	}
	return before.at(-1) ?? 0;
}
