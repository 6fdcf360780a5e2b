export type Cell = string | number | null;

/** The byte order mark by which Excel reads the file as UTF-8. It stands once, before the first row. */
export const CSV_BOM = "\u{FEFF}";

/**
 * Returns a row of a CSV file (RFC 4180), with its line end. A text that a spreadsheet would take for a formula, also
 * with full-width signs, gets an apostrophe in front (OWASP "CSV Injection"; ASVS 5.0, 1.2.10); numbers stay numbers.
 */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(cellText).join(",")}\r\n`;

const FORMULA = /^[=+\-@＝＋－＠\t\r\n\0]/;

/** Puts an apostrophe before a text that a spreadsheet would take for a formula. */
export const noFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

function cellText(cell: Cell): string {
	if (cell === null) return "";
	if (typeof cell === "number") return String(cell);
	const text = noFormula(cell);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
