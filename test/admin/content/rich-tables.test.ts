/** Tables as grids: random tables in the styles that people write, and random changes, against a model of their cells. */
import { parser, Table } from "@lezer/markdown";
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { markdownIn, seen, whole, written } from "#ui/islands/client/writing/rich/tables/row.ts";
import * as tables from "#ui/islands/client/writing/rich/tables/table.ts";

const lezer = parser.configure([Table]);
type Model = { cells: string[][]; aligns: (tables.Align | null)[] };

/** What cells hold as Markdown, and what people type, what other blocks begin with among it. */
const MARKDOWN = [
	"",
	"溼度",
	"40–60%",
	"**舒服**",
	"a\\|b",
	"`x\\|y`",
	"[連](/a)",
	"悶<br>痰多",
	"　全形　字",
	"\\\\",
	"1,200",
	"<b>x</b>",
];
const TYPED = [
	"",
	"字",
	"a|b",
	"\\|",
	"\\",
	"a\\",
	"二\n行",
	" 前後 ",
	"- 項",
	"1. 項",
	"2) 項",
	"# 題",
	"===",
	"---",
	"- | -",
	"    碼",
];
const OTHERS = [
	"> 引",
	"```",
	"~~~",
	"<div>",
	"<!-- x",
	"[^1]: 註",
	": 義",
	"[a]: /b",
	"***",
	"+",
	"\t",
	"|",
	"||",
	"*粗*",
	"&amp;",
	"\u2028",
];

const style = fc.record({
	opens: fc.boolean(),
	closes: fc.boolean(),
	pad: fc.constantFrom("", " ", "   "),
	indent: fc.constantFrom("", "  "),
	tail: fc.constantFrom("", " "),
});
const rowOf = (cells: readonly string[]) =>
	style.map(({ opens, closes, pad, indent, tail }) => {
		const inner = cells.map((cell) => `${pad}${cell}${cell.endsWith("\\") ? " " : ""}${pad}`).join("|");
		const line = `${indent}${opens ? "|" : ""}${inner}${closes ? "|" : ""}${tail}`;
		return markdownIn(line).join("\n") === cells.join("\n") && /^ *[|\p{L}\d*]/u.test(line) ? line : whole(cells);
	});
const cell = fc.constantFrom(...MARKDOWN);
const rule = fc.constantFrom("---", ":--", ":-:", "----:", "--");
const given = fc
	.integer({ min: 1, max: 4 })
	.chain((width) =>
		fc.tuple(
			fc.array(cell, { minLength: width, maxLength: width }).chain(rowOf),
			fc.array(rule, { minLength: width, maxLength: width }).chain((cells) => rowOf(cells)),
			fc.array(fc.array(cell, { minLength: 1, maxLength: width + 1 }).chain(rowOf), { maxLength: 4 }),
		),
	)
	.map(([head, line, rows]) => [head, line, ...rows]);

const place = { row: fc.nat(6), column: fc.nat(6) };
const change = fc.oneof(
	fc.record({ kind: fc.constant("typed"), ...place, text: fc.constantFrom(...TYPED, ...OTHERS) }),
	fc.record({
		kind: fc.constant("filled"),
		...place,
		values: fc.array(fc.array(fc.constantFrom(...TYPED), { minLength: 1, maxLength: 3 }), {
			minLength: 1,
			maxLength: 3,
		}),
	}),
	fc.record({ kind: fc.constantFrom("rowAdded", "rowRemoved", "columnAdded", "columnRemoved"), ...place }),
	fc.record({ kind: fc.constantFrom("rowMoved", "columnMoved"), ...place, step: fc.constantFrom<1 | -1>(1, -1) }),
	fc.record({
		kind: fc.constant("aligned"),
		...place,
		align: fc.constantFrom<tables.Align>("left", "center", "right"),
	}),
);
type Given = typeof change extends fc.Arbitrary<infer T> ? T : never;

const isTable = (text: string): boolean => {
	const node = lezer.parse(text).topNode.firstChild;
	return tables.isGrid(text) && node?.name === "Table" && node.to === text.length && node.nextSibling === null;
};

/** The cells as lezer reads them. */
function readBy(text: string): string[][] {
	const table = lezer.parse(text).topNode.firstChild;
	const rows = [...(table?.getChildren("TableHeader") ?? []), ...(table?.getChildren("TableRow") ?? [])];
	return rows.map((row) => {
		const cells: string[] = [];
		let now: string | undefined;
		for (let node = row.firstChild; node; node = node.nextSibling) {
			if (node.name === "TableCell") now = text.slice(node.from, node.to).trim();
			else if (node.from > row.from || now !== undefined) {
				cells.push(now ?? "");
				now = undefined;
			}
		}
		return now === undefined ? cells : [...cells, now];
	});
}

const modelOf = (lines: tables.Lines): Model => {
	const width = tables.widthOf(lines);
	const columns = Array.from({ length: width }, (_, column) => column);
	return {
		cells: Array.from({ length: tables.heightOf(lines) }, (_, row) =>
			columns.map((column) => seen(tables.cellAt(lines, { row, column }))),
		),
		aligns: columns.map((column) => tables.alignOf(lines, column)),
	};
};
const RULES = { left: ":--", center: ":-:", right: "--:" };
const textOf = ({ cells, aligns }: Model): string =>
	[
		whole((cells[0] ?? []).map(written)),
		whole(aligns.map((align) => (align ? RULES[align] : "---"))),
		...cells.slice(1).map((row) => whole(row.map(written))),
	].join("\n");

/** Leaves out columns at the end that hold nothing: only the row that went had them. */
function narrowed({ cells, aligns }: Model, width: number): Model {
	const isBare = cells.every((row) => row.slice(width).join("") === "") && aligns.slice(width).every((one) => !one);
	return isBare
		? { cells: cells.map((row) => row.slice(0, width)), aligns: aligns.slice(0, width) }
		: { cells, aligns };
}

/** What a person sees after typing: the spaces around are not kept. */
const shown = (text: string): string => seen(written(text));
const swapped = <T>(list: readonly T[], at: number, step: number): T[] => {
	const made = [...list];
	const [a, b] = [made[at], made[at + step]];
	if (a === undefined || b === undefined) return made;
	made[at] = b;
	made[at + step] = a;
	return made;
};
const squared = (cells: string[][]): string[][] => {
	const width = Math.max(...cells.map(({ length }) => length));
	return cells.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ""));
};

/** Makes a change to the table and to its model. */
function done(lines: tables.Lines, model: Model, one: Given): { lines: tables.Lines | null; model: Model } {
	const height = model.cells.length;
	const width = model.aligns.length;
	const row = one.row % height;
	const column = one.column % width;
	const { cells, aligns } = model;
	if ("text" in one) {
		const now = cells.map((all, at) => (at === row ? all.with(column, shown(one.text)) : all));
		return { lines: tables.typed(lines, { row, column }, one.text), model: { cells: now, aligns } };
	}
	if ("values" in one) {
		const now = cells.map((all) => [...all]);
		for (const [nth, values] of one.values.entries()) {
			const line = now[row + nth] ?? [];
			now[row + nth] = line;
			for (const [at, value] of values.entries()) line[column + at] = shown(value);
		}
		const made = squared(now);
		return {
			lines: tables.filled(lines, { row, column }, one.values),
			model: { cells: made, aligns: Array.from({ length: made[0]?.length ?? 0 }, (_, at) => aligns[at] ?? null) },
		};
	}
	if ("step" in one) {
		if (one.kind === "rowMoved")
			return { lines: tables.rowMoved(lines, row, one.step), model: { cells: swapped(cells, row, one.step), aligns } };
		const move = <T>(list: readonly T[]) =>
			column + one.step < 0 || column + one.step >= width ? [...list] : swapped(list, column, one.step);
		const now = { cells: cells.map(move), aligns: withNulls(aligns, move) };
		return { lines: tables.columnMoved(lines, column, one.step), model: now };
	}
	if ("align" in one)
		return {
			lines: tables.aligned(lines, column, one.align),
			model: { cells, aligns: aligns.with(column, one.align) },
		};
	const without = <T>(list: readonly T[], at: number) => list.toSpliced(at, 1);
	switch (one.kind) {
		case "rowAdded": {
			const empty = Array.from({ length: width }, () => "");
			return { lines: tables.rowAdded(lines, row + 1), model: { cells: cells.toSpliced(row + 1, 0, empty), aligns } };
		}
		case "rowRemoved":
			return { lines: tables.rowRemoved(lines, row), model: { cells: without(cells, row), aligns } };
		case "columnAdded":
			return {
				lines: tables.columnAdded(lines, column + 1),
				model: {
					cells: cells.map((all) => all.toSpliced(column + 1, 0, "")),
					aligns: aligns.toSpliced(column + 1, 0, null),
				},
			};
		default:
			return {
				lines: tables.columnRemoved(lines, column),
				model: { cells: cells.map((all) => without(all, column)), aligns: without(aligns, column) },
			};
	}
}
const withNulls = (aligns: Model["aligns"], move: <T>(list: readonly T[]) => T[]): Model["aligns"] =>
	move(aligns.map((align) => ({ align }))).map(({ align }) => align);

const applied = (text: string, changes: readonly tables.Change[]): string =>
	changes.toReversed().reduce((made, { from, to, insert }) => made.slice(0, from) + insert + made.slice(to), text);
/** A table as the website shows it. Columns that hold nothing at the end of every row are the same as none. */
const website = (text: string): string => renderMarkdown(text).html;

/** The lines that a change may touch. */
function touched(lines: tables.Lines, one: Given): Set<number> | null {
	const height = tables.heightOf(lines);
	const row = one.row % height;
	const lineOf = (at: number) => (at <= 0 ? [0, 1] : [at + 1]);
	if ("text" in one) return new Set(lineOf(row));
	if (one.kind === "rowAdded") return new Set();
	if (one.kind === "rowRemoved" && row > 0) return new Set([row + 1]);
	if (one.kind === "rowMoved" && "step" in one && Math.min(row, row + one.step) > 0) return new Set();
	return null;
}

test("a table is read anew as what was made of it, after any changes in any order", () => {
	fc.assert(
		fc.property(given, fc.array(change, { minLength: 1, maxLength: 8 }), (start, changes) => {
			fc.pre(isTable(start.join("\n")));
			let lines: tables.Lines = start;
			let model = modelOf(lines);
			expect(website(start.join("\n"))).toBe(website(textOf(model)));
			for (const one of changes) {
				const was = lines;
				const now = done(lines, model, one);
				if (now.lines === null) return;
				const text = now.lines.join("\n");
				if (one.kind === "rowRemoved") now.model = narrowed(now.model, tables.widthOf(now.lines));
				expect(applied(was.join("\n"), tables.changesBetween(was, now.lines))).toBe(text);
				expect(isTable(text), text).toBe(true);
				expect(modelOf(now.lines), text).toEqual(now.model);
				expect(
					readBy(text).map((row, at) =>
						row.map((markdown, nth) => [seen(markdown.trim()), now.model.cells[at]?.[nth]]),
					),
				).toEqual(
					readBy(text).map((row, at) => row.map((_, nth) => [now.model.cells[at]?.[nth], now.model.cells[at]?.[nth]])),
				);
				expect(website(text)).toBe(website(textOf(now.model)));
				const may = touched(was, one);
				const kept = may && was.filter((_, at) => !may.has(at));
				if (kept) expect(kept.every((line) => now.lines?.includes(line))).toBe(true);
				lines = now.lines;
				model = now.model;
			}
		}),
		{ numRuns: 300 },
	);
});

const HEAD = ["| 甲 | 乙 |", "|---|---|"];

test.each([
	["a cell alone, the spaces around it stay", "|  a  | b|", "字", "|  字  | b|"],
	["a pipe, which is escaped", "a | b", "a|b", "a\\|b | b"],
	["a pipe behind a backslash", "| a | b |", "\\|", "| \\| | b |"],
	["lines", "|a|b|", "一\n二", "|一<br>二|b|"],
	["nothing else where a break is written otherwise", "| a<br />b | c |", "a\nbc", "| a<br />bc | c |"],
	["nothing, where a pipe has to stand first then", "a | b", "", "|  | b"],
	["nothing in a cell without spaces", "|a|b|", "", "||b|"],
	["words in a cell without any", "||b|", "a", "| a |b|"],
	["words that would begin a list", "a | b", "- a", "| - a | b"],
	["words that would end the table", "a | b", "> a", "| > a | b"],
	["words that end in a backslash", "|a|b|", "a\\", "| a\\ | b |"],
	["spaces at the end, which are not kept", "| a | b |", "a ", "| a | b |"],
])("a cell gets %s", (_, row, text, now) => {
	expect(tables.typed([...HEAD, row], { row: 1, column: 0 }, text)).toEqual([...HEAD, now]);
});

test.each([
	["a row that is too short is filled up", ["| a |"], { row: 1, column: 1 }, ["| a | 字 |"]],
	["a header that is too short gets cells with its rule", ["| a | b | c |"], { row: 0, column: 2 }, ["| a | b | c |"]],
])("%s", (_, rows, place, now) => {
	const head = place.row === 0 ? ["| 甲 | 乙 | 字 |", "|---|---| --- |"] : HEAD;
	expect(tables.typed([...HEAD, ...rows], place, "字")).toEqual([...head, ...now]);
});

test("what is too large, or would be code on the website, is no grid", () => {
	const large = `${"| a ".repeat(21)}|\n${"|---".repeat(21)}|\n`;
	expect(tables.isGrid(large + "| a |\n".repeat(95).trim())).toBe(false);
	expect(tables.isGrid(large + "| a |\n".repeat(90).trim())).toBe(true);
	expect(tables.isGrid("| a |\n|---|\n    | b |")).toBe(false);
});
