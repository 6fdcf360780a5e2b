import { markdown } from "./language.ts";
import type { Span } from "./marks.ts";

/** A star among other words that has no letter on both sides. */
const BESIDE = /[^\p{L}\p{N}*]\*|\*[^\p{L}\p{N}*]/u;

/**
 * Whether every reader of Markdown reads the passages that were touched alike: around others no mark may have punctuation
 * inside and a letter outside, nor stand beside the mark of another, nor bold words stand in emphasised ones;
 * emphasised words in bold ones stand between letters.
 */
export function isCertain(text: string, touched: readonly Span[]): boolean {
	let is = true;
	let end = 0;
	const ends = new Set<number>();
	markdown.parser.parse(text).iterate({
		enter: ({ name, from, to }) => {
			if (!/^(?:StrongEmphasis|Emphasis|Strikethrough)$/.test(name)) return;
			const isOuter = from >= end;
			if (isOuter && !touched.some((one) => one.from <= to && one.to >= from)) return;
			end = Math.max(end, to);
			if (ends.has(from)) is = false;
			ends.add(to);
			const { start, inner, stop } = innerOf(text.slice(from, to));
			const isOwn = isOuter && text[from - 1] !== "*" && text[to] !== "*" && start.length <= 2 && stop.length <= 2;
			if (isOwn && !/[*~`[\]]/.test(inner)) return;
			const isNested = name === "Emphasis" && /[^*]\*\*|\*\*[^*]/.test(text.slice(from + 3, to - 3));
			if (
				isNested ||
				/~\*|\*~/.test(text.slice(from - 1, to + 1)) ||
				BESIDE.test(inner) ||
				!isClear(inner.at(0), text[from - 1]) ||
				!isClear(inner.at(-1), text[to])
			)
				is = false;
		},
	});
	return is;
}

/** Whether a mark between these two letters opens or closes for certain. */
const isClear = (inside: string | undefined, outside: string | undefined): boolean =>
	/[\p{L}\p{N}]/u.test(inside ?? "") || !/[\p{L}\p{N}~*]/u.test(outside ?? " ");

const MARK = "*~_";
/** Returns the marks at both ends of a passage, and what is between them. */
function innerOf(passage: string): { start: string; inner: string; stop: string } {
	let from = 0;
	while (from < passage.length && MARK.includes(passage.charAt(from))) from++;
	let to = passage.length;
	while (to > from && MARK.includes(passage.charAt(to - 1))) to--;
	return { start: passage.slice(0, from), inner: passage.slice(from, to), stop: passage.slice(to) };
}
