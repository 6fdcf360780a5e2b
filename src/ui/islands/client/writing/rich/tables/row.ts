/**
 * One line of a Markdown table (GFM): its cells between the pipes, as the website's renderer reads them, and what a
 * person sees of a cell: `\|` is a pipe, `<br>` breaks the line.
 */
import { difference } from "#ui/islands/client/writing/rich/difference.ts";

/** A range of a line. */
export type Span = { from: number; to: number };

/** Matches a pipe that parts cells: no backslash, or an even number of them, stands before it. */
const PIPE = /\\.|\|/g;
const SEEN = /\\\||<br\s*\/?>|[\s\S]/gi;
const BREAK = /^<br/i;

/** Returns the cells of a line, the spaces around their words included. */
export function cellsOf(line: string): Span[] {
	const cells: Span[] = [];
	let from = 0;
	for (const { 0: found, index } of line.matchAll(PIPE)) {
		if (found !== "|") continue;
		cells.push({ from, to: index });
		from = index + 1;
	}
	cells.push({ from, to: line.length });
	const isBlank = (cell: Span | undefined) => cell !== undefined && line.slice(cell.from, cell.to).trim() === "";
	if (isBlank(cells[0])) cells.shift();
	if (isBlank(cells.at(-1))) cells.pop();
	return cells;
}

/** Returns the words of a cell without the spaces around them; of an empty cell, the place for words. */
export function wordsIn(line: string, { from, to }: Span): Span {
	const cell = line.slice(from, to);
	const words = cell.trim();
	const start = from + (words === "" ? Math.min(1, cell.length) : cell.indexOf(words));
	return { from: start, to: start + words.length };
}

/** Returns the Markdown of each cell of a line. */
export const markdownIn = (line: string): string[] => cellsOf(line).map(({ from, to }) => line.slice(from, to).trim());

/** Returns what is seen of a cell's Markdown. */
export const seen = (markdown: string): string =>
	markdown.replace(SEEN, (one) => (one === "\\|" ? "|" : BREAK.test(one) ? "\n" : one));

const encoded = (text: string): string =>
	text
		.replace(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, "<br>")
		.replace(/\t/g, " ")
		.replace(/\\[\\|]|\|/g, (found) => (found === "|" ? "\\|" : found));

/** Returns the Markdown of a cell for what is written in its field. */
export const written = (text: string): string => encoded(text).trim();

/** Returns the Markdown of a cell after its field was changed: what was not touched stays as it was written. */
export function rewritten(markdown: string, text: string): string {
	const change = difference(seen(markdown), text);
	if (!change) return markdown;
	const starts = [...markdown.matchAll(SEEN)].map(({ index }) => index);
	const at = (place: number): number => starts[place] ?? markdown.length;
	const made = `${markdown.slice(0, at(change.from))}${encoded(change.insert)}${markdown.slice(at(change.to))}`.trim();
	const all = written(text);
	return seen(made) === seen(all) && cellsOf(`|${made} |`).length < 2 ? made : all;
}

/** Matches a line that begins as no other block of Markdown does, nor as one that a row could be taken for. */
const PLAIN =
	/^ {0,3}(?:\||\p{L}|\d+(?![\d.)])|\*\*[^*\s]|`(?!`)|\[[^\]^]+\]\(|(?::?--+:?|:-:?|-:)[ \t]*\||[（「『《〈【])/u;

/**
 * Returns a line that holds these cells: the line as it was made, with pipes around it where the renderer would read it
 * as something else.
 */
export function holding(line: string, cells: readonly string[]): string {
	const holds = (made: string): boolean => {
		const read = markdownIn(made);
		return PLAIN.test(made) && read.length === cells.length && read.every((cell, at) => cell === cells[at]);
	};
	return [line, `${line}|`, `| ${line}`].find(holds) ?? whole(cells);
}

/** Returns a line of cells with all its pipes. */
export const whole = (cells: readonly string[]): string =>
	`|${cells.map((cell) => (cell === "" ? "  " : ` ${cell} `)).join("|")}|`;

/** Returns a line with other Markdown in some of its cells; the spaces around stay. */
export function withCells(line: string, change: (markdown: string, at: number) => string): string {
	const cells = markdownIn(line).map(change);
	let made = line;
	for (const [at, cell] of [...cellsOf(line).entries()].reverse()) {
		const { from, to } = wordsIn(line, cell);
		const words = cells[at] ?? "";
		if (line.slice(from, to) !== words)
			made = made.slice(0, from) + (cell.to === cell.from ? ` ${words} ` : words) + made.slice(to);
	}
	return made === line ? line : holding(made, cells);
}

/** Returns a line with empty cells at its end, or others, until it has `count`. */
export function padded(line: string, count: number, cell = ""): string {
	const cells = markdownIn(line);
	if (cells.length >= count) return line;
	const more = Array.from({ length: count - cells.length }, () => cell);
	const end = line.trimEnd();
	const isClosed = cells.length > 0 && cellsOf(end).at(-1)?.to !== end.length;
	return holding(`${end}${isClosed ? "" : " |"}${more.map((one) => (one === "" ? "  |" : ` ${one} |`)).join("")}`, [
		...cells,
		...more,
	]);
}

/** Returns a line with one cell more before the one at `at`, or at the end. */
export function withCell(line: string, at: number, cell = ""): string {
	const cells = markdownIn(line);
	const next = cellsOf(line)[at];
	if (!next) return padded(line, cells.length + 1, cell);
	const made = `${line.slice(0, next.from)}${cell === "" ? "  " : ` ${cell} `}|${line.slice(next.from)}`;
	return holding(made, cells.toSpliced(at, 0, cell));
}

/** Returns a line without the cell at `at`. */
export function withoutCell(line: string, at: number): string {
	const all = cellsOf(line);
	const cell = all[at];
	if (!cell) return line;
	const isLast = at === all.length - 1 && cell.to === line.length;
	const made = isLast ? line.slice(0, Math.max(0, cell.from - 1)) : line.slice(0, cell.from) + line.slice(cell.to + 1);
	return holding(made, markdownIn(line).toSpliced(at, 1));
}
