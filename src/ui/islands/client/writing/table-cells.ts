/** How far a merged cell reaches at most; a copied table may ask for thousands. */
const MOST_MERGED = 50;

const spanOf = (cell: Element, name: "colspan" | "rowspan"): number =>
	Math.min(Math.max(Number.parseInt(cell.getAttribute(name) ?? "1", 10) || 1, 1), MOST_MERGED);

/** Returns what stands in a table's cells, row by row, all of the same length; where a merged cell reaches stands nothing. */
export function cellsIn(table: Element, words: (cell: Element) => string): string[][] {
	const lines = [...table.querySelectorAll("tr")].filter((line) => line.closest("table") === table);
	const rows: (string | undefined)[][] = lines.map(() => []);
	for (const [at, line] of lines.entries()) {
		let column = 0;
		for (const cell of line.children) {
			while (rows[at]?.[column] !== undefined) column++;
			const [across, down] = [spanOf(cell, "colspan"), spanOf(cell, "rowspan")];
			for (const row of rows.slice(at, at + down)) for (let nth = 0; nth < across; nth++) row[column + nth] ??= "";
			const row = rows[at];
			if (row) row[column] = words(cell);
		}
	}
	const width = Math.max(0, ...rows.map(({ length }) => length));
	return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ""));
}

const line = (cells: readonly string[]): string =>
	`| ${cells.map((cell) => cell.replace(/\n+/g, "<br>").replace(/\|/g, "\\|")).join(" | ")} |`;

/** Returns rows of cells as a Markdown table, whose header is the first; a header is bold by itself. */
export const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
	[line(head.map((cell) => cell.replace(/\*\*/g, ""))), line(head.map(() => "---")), ...rows.map(line)].join("\n");
