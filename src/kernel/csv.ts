export type Cell = string | number | null;

/** So that Excel reads the file as UTF-8. Stands once, before the first row. */
export const CSV_BOM = "\u{FEFF}";

/**
 * A row of a CSV file (RFC 4180), with its line end. A text that a spreadsheet would take for a formula gets an
 * apostrophe in front of it (OWASP "CSV Injection"; ASVS 5.0, 1.2.10), full-width signs too; numbers stay numbers.
 */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(cellText).join(",")}\r\n`;

const FORMULA = /^[=+\-@＝＋－＠\t\r\n\0]/;

/** A text that a spreadsheet would take for a formula, with the apostrophe. */
export const noFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

function cellText(cell: Cell): string {
	if (cell === null) return "";
	if (typeof cell === "number") return String(cell);
	const text = noFormula(cell);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
