/**
 * What can be done with a Markdown table (GFM), line by line: a line that nobody touched stays as it is. Rows are
 * counted from the header (0), columns from 0. A row may have fewer cells than the header, or more: the website shows
 * those, too (domain/content/content/tables.ts).
 */
import { difference } from "#ui/islands/client/writing/rich/difference.ts";
import {
	cellsOf,
	holding,
	markdownIn,
	padded,
	rewritten,
	whole,
	withCell,
	withCells,
	withoutCell,
	written,
} from "./row.ts";

/** The lines of a table: the header, the rule below it, the rows. */
export type Lines = readonly string[];
export type Align = "left" | "center" | "right";
export type Place = { row: number; column: number };
export type Change = { from: number; to: number; insert: string };

const RULE = 1;
const lineOf = (row: number): number => (row === 0 ? 0 : row + 1);
/** The number of rows, the header included. */
export const heightOf = (lines: Lines): number => lines.length - 1;
export const widthOf = (lines: Lines): number => Math.max(...lines.map((line) => cellsOf(line).length));

/** Returns the Markdown of the cells of a row. */
export const rowOf = (lines: Lines, row: number): string[] => markdownIn(lines[lineOf(row)] ?? "");

/** Returns the Markdown of a cell; "" where the row has none. */
export const cellAt = (lines: Lines, { row, column }: Place): string => rowOf(lines, row)[column] ?? "";

/** Returns the cell in which a place of the text stands. */
export function placeAt(lines: Lines, at: number): Place {
	const before = lines.join("\n").slice(0, at).split("\n");
	const line = before.length - 1;
	const cells = cellsOf(lines[line] ?? "");
	const column = cells.findIndex(({ to }) => (before.at(-1) ?? "").length <= to);
	return { row: line === RULE ? 0 : Math.max(0, line - 1), column: Math.max(0, column) };
}

/** Returns how a column is aligned; null when the table does not say. */
export function alignOf(lines: Lines, column: number): Align | null {
	const rule = markdownIn(lines[RULE] ?? "")[column] ?? "";
	if (rule.endsWith(":")) return rule.startsWith(":") ? "center" : "right";
	return rule.startsWith(":") ? "left" : null;
}

/** The most cells of a table that is drawn as a grid. */
const MOST_CELLS = 2_000;

/**
 * Returns whether a table's text can be drawn as a grid: it is not too large, and no line is indented as code, at which
 * the website ends the table.
 */
export function isGrid(text: string): boolean {
	if (/^(?: {4}| {0,3}\t)/m.test(text)) return false;
	const lines = text.split("\n");
	return lines.length > 1 && widthOf(lines) * heightOf(lines) <= MOST_CELLS;
}

const onLine = (lines: Lines, at: number, change: (line: string) => string): Lines =>
	lines.map((line, nth) => (nth === at ? change(line) : line));

/** A header and a rule need a pipe to be read as such. */
const asHead = (line: string): string => (/(?<!\\)\|/.test(line.trim().slice(1)) ? line : whole(markdownIn(line)));

/** Gives the header and the rule cells until they have `count`. */
const widened = (lines: Lines, count: number): Lines =>
	lines.map((line, at) => (at > RULE ? line : padded(line, count, at === RULE ? "---" : "")));

/** Gives a row cells until it has `count`. */
const reaching = (lines: Lines, row: number, count: number): Lines =>
	row === 0 ? widened(lines, count) : onLine(lines, lineOf(row), (line) => padded(line, count));

/** Puts what a cell's field holds into the cell. */
export function typed(lines: Lines, { row, column }: Place, text: string): Lines {
	const was = cellAt(lines, { row, column });
	const now = rewritten(was, text);
	if (now === was) return lines;
	const put = (line: string) => withCells(line, (markdown, at) => (at === column ? now : markdown));
	return onLine(reaching(lines, row, column + 1), lineOf(row), put);
}

/** Puts rows of cells' Markdown from a cell on; the table grows as far as they need. */
export function filled(lines: Lines, { row, column }: Place, values: readonly (readonly string[])[]): Lines {
	let made = lines;
	for (const [nth, cells] of values.entries()) {
		if (row + nth >= heightOf(made)) made = rowAdded(made, heightOf(made));
		made = reaching(made, row + nth, column + cells.length);
		made = onLine(made, lineOf(row + nth), (line) =>
			withCells(line, (markdown, at) => {
				const cell = cells[at - column];
				return cell === undefined ? markdown : written(cell);
			}),
		);
	}
	return widened(made, widthOf(made));
}

/** Adds an empty row, which becomes the row `at`. */
export function rowAdded(lines: Lines, at: number): Lines {
	const row = Math.max(1, at);
	const empty = whole(Array.from({ length: cellsOf(lines[RULE] ?? "").length }, () => ""));
	return lines.toSpliced(lineOf(row), 0, empty);
}

/** Removes a row; null when nothing is left. Below a header that goes the first row becomes the header. */
export function rowRemoved(lines: Lines, row: number): Lines | null {
	if (row > 0) return lines.toSpliced(lineOf(row), 1);
	return heightOf(lines) > 1 ? rowMoved(lines, 0, 1).toSpliced(lineOf(1), 1) : null;
}

/** Changes the places of a row and one of its neighbours. */
export function rowMoved(lines: Lines, row: number, step: 1 | -1): Lines {
	const [upper, lower] = step > 0 ? [row, row + 1] : [row - 1, row];
	if (upper < 0 || lower >= heightOf(lines)) return lines;
	const count = Math.max(...[0, RULE, lineOf(lower)].map((at) => cellsOf(lines[at] ?? "").length));
	// A row that becomes the header needs as many cells as the rule.
	const even = upper > 0 ? lines : reaching(widened(lines, count), lower, count);
	const above = even[lineOf(upper)] ?? "";
	const below = even[lineOf(lower)] ?? "";
	const moved = onLine(
		onLine(even, lineOf(upper), () => below),
		lineOf(lower),
		() => above,
	);
	return upper > 0 ? moved : onLine(moved, 0, (line) => asHead(holding(line, markdownIn(line))));
}

/** Adds an empty column, which becomes the column `at`. */
export const columnAdded = (lines: Lines, at: number): Lines =>
	widened(lines, at).map((line, nth) =>
		cellsOf(line).length < at ? line : withCell(line, at, nth === RULE ? "---" : ""),
	);

/** Removes a column; null when nothing is left. */
export function columnRemoved(lines: Lines, column: number): Lines | null {
	if (widthOf(lines) < 2) return null;
	return widened(lines, 2).map((line, at) => {
		const made = withoutCell(line, column);
		return at > RULE ? made : asHead(made);
	});
}

/** Changes the places of a column and one of its neighbours. */
export function columnMoved(lines: Lines, column: number, step: 1 | -1): Lines {
	const [left, right] = step > 0 ? [column, column + 1] : [column - 1, column];
	if (left < 0 || right >= widthOf(lines)) return lines;
	return widened(lines, right + 1).map((line) => {
		const cells = markdownIn(line);
		if (cells.length <= left) return line;
		const from = (at: number) => (at === left ? right : at === right ? left : at);
		return withCells(padded(line, right + 1), (markdown, at) =>
			at === left || at === right ? (cells[from(at)] ?? "") : markdown,
		);
	});
}

const RULES: Record<Align, (dashes: number) => string> = {
	left: (dashes) => `:${"-".repeat(dashes - 1)}`,
	center: (dashes) => `:${"-".repeat(dashes - 2)}:`,
	right: (dashes) => `${"-".repeat(dashes - 1)}:`,
};

export const aligned = (lines: Lines, column: number, align: Align): Lines =>
	onLine(widened(lines, column + 1), RULE, (line) =>
		withCells(line, (rule, at) => (at === column ? RULES[align](Math.max(3, rule.length)) : rule)),
	);

/** Returns the smallest changes that make the text of some lines that of others. */
export function changesBetween(was: Lines, now: Lines): Change[] {
	const offset = (line: number): number => was.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
	if (was.length === now.length)
		return was.flatMap((line, at) => {
			const change = difference(line, now[at] ?? "");
			const base = change ? offset(at) : 0;
			return change ? [{ from: base + change.from, to: base + change.to, insert: change.insert }] : [];
		});
	const most = Math.min(was.length, now.length);
	let start = 0;
	while (start < most && was[start] === now[start]) start++;
	let end = 0;
	while (end < most - start && was.at(-1 - end) === now.at(-1 - end)) end++;
	// A break goes along with the line behind it, because the last line of a text has none; the first has none before it.
	const insert = now.slice(start, now.length - end).map((line, at) => (start + at === 0 ? line : `\n${line}`));
	return [{ from: Math.max(0, offset(start) - 1), to: offset(was.length - end) - 1, insert: insert.join("") }];
}
