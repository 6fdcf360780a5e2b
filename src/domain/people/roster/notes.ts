import { type Cell, cellLines, columnName } from "#kernel/table.ts";
import type { Column } from "./mapping.ts";
import { isNothing } from "./values.ts";

const LONGEST = 2_000;
export const UNKNOWN_COLUMNS = "名冊其他欄位";

/**
 * Returns the notes of a row: its remarks, and its columns mapped to `note` or, with `keepUnknown`, unknown, each in
 * pieces of 2,000 characters.
 */
export function readNotes(cells: readonly Cell[], columns: readonly Column[], keepUnknown: boolean): string[] {
	const filled = columns
		.map((column) => ({ ...column, text: cellLines(cells[column.index]) }))
		.filter(({ text }) => !isNothing(text));
	const remarks = filled.filter(({ target }) => target === "remarks").map(({ text }) => text);
	const kept = filled.filter(
		({ target, known }) => target === "note" || (keepUnknown && target === "ignore" && !known),
	);
	const lines = kept.map(({ header, index, text }) => `${header || `${columnName(index)} 欄`}：${text}`);
	const texts = [remarks.join("\n"), lines.length > 0 ? `${UNKNOWN_COLUMNS}\n${lines.join("\n")}` : ""];
	return texts.filter((text) => text !== "").flatMap(pieces);
}

/** Splits a text into pieces counted in code points, as SQLite counts them. */
function pieces(text: string): string[] {
	const points = [...text];
	return Array.from({ length: Math.ceil(points.length / LONGEST) }, (_, at) =>
		points
			.slice(at * LONGEST, (at + 1) * LONGEST)
			.join("")
			.trim(),
	).filter((piece) => piece !== "");
}

/**
 * Returns the notes that a record does not have yet; a note is known when each of its lines stands in some note of the
 * record.
 */
export function newNotes(notes: readonly string[], known: readonly string[]): string[] {
	const lines = new Set(known.flatMap((text) => text.split("\n").map((line) => line.trim())));
	const isKnown = (text: string) =>
		text.split("\n").every((line) => line.trim() === "" || line.trim() === UNKNOWN_COLUMNS || lines.has(line.trim()));
	return [...new Set(notes)].filter((text) => !isKnown(text));
}
