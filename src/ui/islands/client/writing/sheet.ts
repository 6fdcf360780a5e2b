/** Cells that were copied from a spreadsheet: Excel, Google Sheets, LibreOffice, Numbers. */
import { cellWords } from "./rich-text.ts";
import { escaped } from "./rich-words.ts";
import { cellsIn, tableOf } from "./table-cells.ts";

export type Sheet = { rows: string[][]; table: string };

/** Returns the cells of a clipboard that holds nothing but a table; null for any other. */
export function sheetOf({ html, plain }: { html: string; plain: string }): Sheet | null {
	const rows = html === "" ? linesOf(plain) : loneTable(html);
	return rows?.length ? { rows, table: tableOf(rows) } : null;
}

function loneTable(html: string): string[][] | null {
	const { body } = new DOMParser().parseFromString(html, "text/html");
	const table = body.querySelector("table");
	if (!table) return null;
	// What is bold in a spreadsheet is a matter of its look.
	const rows = cellsIn(table, (cell) => cellWords(cell).replace(/\*\*/g, ""));
	for (const gone of [table, ...body.querySelectorAll("style, script, title")]) gone.remove();
	return body.textContent.trim() === "" ? rows : null;
}

/** Matches a cell of lines with tabs: bare, or in quotes where it has a break of line or a tab; then what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/y;

/** Returns the cells of lines with tabs; null when not every line has as many of them. */
function linesOf(plain: string): string[][] | null {
	const lines = plain.replace(/\r\n?/g, "\n");
	let end = lines.length;
	while (lines[end - 1] === "\n") end--;
	const text = lines.slice(0, end);
	const rows: string[][] = [[]];
	CELL.lastIndex = 0;
	for (let found = CELL.exec(text); found; found = CELL.exec(text)) {
		const [, quoted, bare = "", end] = found;
		rows.at(-1)?.push(escaped(quoted?.replace(/""/g, '"') ?? bare).trim());
		if (end === "") break;
		if (end === "\n") rows.push([]);
	}
	const width = rows[0]?.length ?? 0;
	// Lines of code may begin with a tab each.
	const isSheet = width > 1 && rows.every(({ length }) => length === width) && rows.some(([first]) => first !== "");
	return isSheet ? rows : null;
}
