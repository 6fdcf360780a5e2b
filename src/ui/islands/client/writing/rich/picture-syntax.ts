/** A picture as it stands in the text, and the smallest changes of it: nothing but what was changed is written. */
import type { ChangeSpec, EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { FIGURE_SIZE, type FIGURE_SIZES } from "#domain/content/content/figures.ts";
import { difference } from "./difference.ts";
import type { Span } from "./marks.ts";

export type Size = (typeof FIGURE_SIZES)[number] | "";
/** Where the parts of `![alt](url "title"){.size}` stand; `alt` and `title` without their marks. */
export type Picture = Span & {
	alt: Span;
	url: Span | null;
	title: (Span & { mark: string }) | null;
	size: (Span & { word: Span; is: Size }) | null;
};

/** Returns the picture that a node is; null for one that names its address elsewhere (`![alt][name]`). */
export function pictureIn(state: EditorState, node: SyntaxNode): Picture | null {
	const [opens, closes, begins, ends] = node.name === "Image" ? node.getChildren("LinkMark") : [];
	if (!opens || !closes || !begins || !ends || state.sliceDoc(begins.from, begins.to) !== "(") return null;
	const url = node.getChildren("URL").find(({ from }) => from >= begins.to);
	const title = node.getChild("LinkTitle");
	return {
		from: node.from,
		to: node.to,
		alt: { from: opens.to, to: closes.from },
		url: url ? { from: url.from, to: url.to } : null,
		title: title ? { from: title.from + 1, to: title.to - 1, mark: state.sliceDoc(title.from, title.from + 1) } : null,
		size: null,
	};
}

/** Returns the picture that a paragraph is, with its size; null for a paragraph that is anything else. */
export function pictureAlone(state: EditorState, node: SyntaxNode): Picture | null {
	const first = node.name === "Paragraph" ? node.firstChild : null;
	if (first?.name !== "Image" || first.from !== node.from) return null;
	const rest = state.sliceDoc(first.to, node.to);
	const word = FIGURE_SIZE.exec(rest)?.[1];
	if (word === undefined && rest.trim() !== "") return null;
	const picture = pictureIn(state, first);
	if (!picture || word === undefined) return picture;
	const at = first.to + rest.indexOf(word);
	const to = first.to + rest.trimEnd().length;
	const is = word === "small" ? word : "wide";
	return { ...picture, size: { from: first.to, to, word: { from: at, to: at + word.length }, is } };
}

/** The characters as they are read, and where each stands in the text, the end included. */
type Reading = { text: string; at: number[] };

const NAMED: Record<string, string> = { "&amp;": "&", "&#93;": "]", "\n": " " };

/** Reads the words of an alternative text or a title: `\]` is `]`, `&amp;` is `&`, a break of line is a space. */
export function readWords(source: string): Reading {
	const at: number[] = [];
	let text = "";
	for (const { 0: raw, 1: escaped, index } of source.matchAll(/\\([!-/:-@[-`{-~])|&amp;|&#93;|[\s\S]/g)) {
		at.push(index);
		text += escaped ?? NAMED[raw] ?? raw;
	}
	return { text, at: [...at, source.length] };
}

/** What would mean more than its character; so would an address. */
const MARKS_OF_ALT = /[\\[\]*_`<>~@]|(?<=\])\(|:(?=\/)|(?<=[:/])\/|(?<=www)\./gi;
const QUOTED = /[\\"]/g;
const MARKS_OF_TITLE: Record<string, RegExp> = { '"': QUOTED, "'": /[\\']/g, "(": /[\\()]/g };

/** Returns what to write for the words of a change in `wanted`; marks before and after it stay as they are. */
function written(wanted: string, { from, insert }: { from: number; insert: string }, marks: RegExp): string {
	const end = from + insert.length;
	const all = wanted.replace(marks, (one, at: number) => {
		if (at < from || at >= end) return one;
		// The renderer reads `\]` before `(` as the end of a link's words.
		return one === "]" && wanted[at + 1] === "(" ? "&#93;" : `\\${one}`;
	});
	return all.slice(from, all.length - (wanted.length - end));
}

/** Returns the smallest change that makes the words of `span` read as `wanted`; null when they do. */
function wordsChange(
	state: EditorState,
	span: Span,
	{ wanted, marks }: { wanted: string; marks: RegExp },
): ChangeSpec | null {
	const source = state.sliceDoc(span.from, span.to);
	const { text, at } = readWords(source);
	const change = difference(text, wanted);
	if (!change) return null;
	const placed = (place: number): number => span.from + (at[place] ?? source.length);
	return { from: placed(change.from), to: placed(change.to), insert: written(wanted, change, marks) };
}

export const altChange = (state: EditorState, { alt }: Picture, wanted: string): ChangeSpec | null =>
	wordsChange(state, alt, { wanted, marks: MARKS_OF_ALT });

/** Writes a caption; without words the picture has no title at all. */
export function captionChange(state: EditorState, { url, title }: Picture, wanted: string): ChangeSpec | null {
	if (!url) return null;
	if (title && wanted === "") return { from: url.to, to: title.to + 1 };
	if (title) return wordsChange(state, title, { wanted, marks: MARKS_OF_TITLE[title.mark] ?? QUOTED });
	return wanted === "" ? null : { from: url.to, insert: ` "${wanted.replace(QUOTED, "\\$&")}"` };
}

export function sizeChange({ to, size }: Picture, wanted: Size): ChangeSpec | null {
	if ((size?.is ?? "") === wanted) return null;
	if (!size) return { from: to, insert: `{.${wanted}}` };
	return wanted === "" ? { from: size.from, to: size.to } : { ...size.word, insert: wanted };
}

/** Puts another file in the place of the shown one: its address and what it shows; caption and size stay. */
export function fileChange(state: EditorState, picture: Picture, file: { url: string; alt: string }): ChangeSpec[] {
	if (!picture.url) return [];
	const alt = altChange(state, picture, file.alt);
	return [...(alt ? [alt] : []), { ...picture.url, insert: file.url }];
}

/** Returns what to take away with a block, so that what stood before and after it stays parted as it was. */
export function withGap(state: EditorState, { from, to }: Span): Span {
	if (state.sliceDoc(to, to + 2) === "\n\n") return { from, to: to + 2 };
	return state.sliceDoc(from - 2, from) === "\n\n" ? { from: from - 2, to } : { from, to };
}
