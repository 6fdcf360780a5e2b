/**
 * A textarea's text and its selection, on which the editor's tools work. Each tool returns one replacement, so that one
 * undo reverts it.
 */
export type Selected = { text: string; from: number; to: number };
/** The replacement of `from`–`to` by `insert`, and the selection afterwards (by default its end). */
export type Edit = { from: number; to: number; insert: string; select?: Range };
type Range = [from: number, to: number];

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;
const lineEnd = (text: string, at: number): number => {
	const end = text.indexOf("\n", at);
	return end < 0 ? text.length : end;
};

/**
 * Returns the edit that puts `mark` around the selected words, or takes it away when it stands around them already;
 * without a selection it inserts `words` between two marks.
 */
export function wrapped({ text, from, to }: Selected, mark: string, words: string): Edit {
	const size = mark.length;
	const inside = text.slice(from, to);
	const isMarked = text.slice(from - size, from) === mark && text.slice(to, to + size) === mark;
	// One of two stars is not the mark of emphasis.
	const isLonger = text[from - size - 1] === mark[0] && mark.length === 1 && text[from - size - 2] !== mark[0];
	if (isMarked && !isLonger && from >= size)
		return { from: from - size, to: to + size, insert: inside, select: [from - size, to - size] };
	const shown = inside || words;
	return { from, to, insert: mark + shown + mark, select: [from + size, from + size + shown.length] };
}

type Prefix = (at: number) => string;

/**
 * Returns the edit of all selected lines: from each, what `had` matches is removed and `prefix` of the line's number
 * (from 0) is put in front; the prefix is only removed when every line already begins with it.
 */
function prefixed({ text, from, to }: Selected, { had, prefix }: { had: RegExp; prefix: Prefix }): Edit {
	const start = lineStart(text, from);
	const end = lineEnd(text, to);
	const lines = text.slice(start, end).split("\n");
	const bare = lines.map((line) => line.replace(had, ""));
	const isOn = lines.every((line, at) => line === prefix(at) + bare[at]);
	const insert = bare.map((line, at) => (isOn ? line : prefix(at) + line)).join("\n");
	const caret = start + insert.length;
	return { from: start, to: end, insert, select: from === to ? [caret, caret] : [start, caret] };
}

/** Makes the selected lines headings of this level, or plain lines when they are such headings already. */
export const headed = (selected: Selected, level: number): Edit =>
	prefixed(selected, { had: /^#{1,6}\s+/, prefix: () => `${"#".repeat(level)} ` });

const MARKER = /^(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)/;
export const bulleted = (selected: Selected): Edit => prefixed(selected, { had: MARKER, prefix: () => "- " });
export const numbered = (selected: Selected): Edit =>
	prefixed(selected, { had: MARKER, prefix: (at) => `${at + 1}. ` });
export const quoted = (selected: Selected): Edit => prefixed(selected, { had: /^>\s?/, prefix: () => "> " });

/**
 * Returns the edit that inserts `words` as a block on its own lines, with an empty line before and after it; `select`
 * is what is selected then, counted from the beginning of the block.
 */
export function block({ text, from, to }: Selected, words: string, select?: Range): Edit {
	const before = text.slice(Math.max(0, from - 2), from);
	const lead = from === 0 || before === "\n\n" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
	const after = text.slice(to, to + 2);
	const tail = after === "" ? "\n" : after === "\n\n" ? "" : after.startsWith("\n") ? "\n" : "\n\n";
	const at = from + lead.length;
	const insert = lead + words + tail;
	return select
		? { from, to, insert, select: [at + select[0], at + select[1]] }
		: { from, to, insert, select: [from + insert.length, from + insert.length] };
}

const ITEM = /^(\s*(?:>\s?)*)(?:([-*+])|(\d{1,9})([.)]))?(\s+)?(\[[ xX]\]\s+)?/;

/**
 * Returns the edit for Enter in a list or a quotation: the next line gets the marker of this line, with the number one
 * higher; on an item without words the list ends. Null when Enter only breaks the line.
 */
export function continued({ text, from, to }: Selected): Edit | null {
	const start = lineStart(text, from);
	const line = text.slice(start, from);
	const [whole, quote = "", bullet, number, dot, space = "", box] = ITEM.exec(line) ?? [""];
	if (!quote.includes(">") && ((bullet === undefined && number === undefined) || space === "")) return null;
	if (from !== to) return null;
	const isEmpty = line.length === whole.length && text.slice(from, lineEnd(text, from)).trim() === "";
	if (isEmpty) return { from: start, to: from, insert: "" };
	const marker = number ? `${Number(number) + 1}${dot}` : (bullet ?? "");
	const gap = marker ? space : "";
	return { from, to, insert: `\n${quote}${marker}${gap}${box ? "[ ] " : ""}` };
}

/** Matches a Markdown link. Brackets inside its words are escaped; its address may contain pairs of parentheses. */
const LINK = /(?<![!\\])\[((?:\\.|[^[\]\\\n])*)\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g;

/** Returns the link around the caret or the selection, with its place, words and address; null when there is none. */
export function linkAt({ text, from, to }: Selected): { from: number; to: number; words: string; href: string } | null {
	const start = lineStart(text, from);
	for (const found of text.slice(start, lineEnd(text, to)).matchAll(LINK)) {
		const at = start + found.index;
		const end = at + found[0].length;
		if (at <= from && to <= end) return { from: at, to: end, words: found[1] ?? "", href: found[2] ?? "" };
	}
	return null;
}

/** Escapes words so that they may stand between the brackets of a link or a picture. */
export const bracketed = (words: string): string =>
	words
		.replace(/[[\]\\]/g, "\\$&")
		.replace(/\s+/g, " ")
		.trim();
/** Encodes an address so that it may stand between the parentheses of a Markdown link. */
export const addressed = (href: string): string =>
	href.trim().replace(/[\s()<>]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
