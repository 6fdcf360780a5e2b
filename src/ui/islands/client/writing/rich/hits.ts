/** Where words stand in a text, letter by letter: full and half width, and accents, are different letters. */
import type { Span } from "./marks.ts";

/** Makes letters alike whose case alone differs, and keeps the length of the text. */
const folded = (text: string): string => {
	const low = text.toLowerCase();
	return low.length === text.length
		? low
		: [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join("");
};

/** Returns the places of `words` in order; none overlap. */
export function hitsOf(text: string, words: string, isExact: boolean): Span[] {
	if (words === "") return [];
	const [where, what] = isExact ? [text, words] : [folded(text), folded(words)];
	const hits: Span[] = [];
	for (let from = where.indexOf(what); from >= 0; from = where.indexOf(what, from + what.length))
		hits.push({ from, to: from + what.length });
	return hits;
}

/** Returns which hit comes next from a place, around the end of the text; -1 without one. */
export function hitFrom(hits: readonly Span[], at: number, way: 1 | -1): number {
	if (hits.length === 0) return -1;
	const next = way > 0 ? hits.findIndex(({ from }) => from >= at) : hits.findLastIndex(({ to }) => to <= at);
	return next >= 0 ? next : way > 0 ? 0 : hits.length - 1;
}
