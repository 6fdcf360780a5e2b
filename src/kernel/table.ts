/** The value of a spreadsheet cell; a date is its serial (days since 1899-12-30). */
export type Cell = string | number | boolean | null;

/** A sheet as it was read; `formulas` contains the cells whose value came from a formula: "row,column", both from 0. */
export type Sheet = { sheet: string; rows: Cell[][]; formulas: ReadonlySet<string> };

/** The largest numbers of rows and columns of a file that an import accepts. */
export const MOST_ROWS = 10_000;
export const MOST_COLUMNS = 200;
/**
 * The largest number of characters in a cell: Excel itself stores no more, so a longer one is not from a spreadsheet.
 */
export const MOST_LETTERS = 32_767;

/**
 * Matches meaningless characters between or around the text of a cell: NBSP, ideographic and zero-width spaces, BOM.
 */
const SPACES = /[\s\u{A0}\u{3000}\u{200B}-\u{200D}\u{2060}\u{FEFF}]+/gu;

/** Returns a cell's text in one line: NFC, single spaces, none at the ends. A whole number keeps all its digits. */
export function cellText(cell: Cell | undefined): string {
	if (cell === null || cell === undefined) return "";
	if (typeof cell === "boolean") return cell ? "是" : "否";
	return String(cell).normalize("NFC").replace(SPACES, " ").trim();
}

/** Returns a cell's text with its line breaks kept, for notes. */
export const cellLines = (cell: Cell | undefined): string =>
	typeof cell === "string"
		? cell
				.split(/\r\n|\r|\n/)
				.map(cellText)
				.join("\n")
				.trim()
		: cellText(cell);

/** Returns a text for comparing words: full-width letters, digits and signs as ASCII, lower case, without any space. */
export const plainWord = (text: string): string => text.normalize("NFKC").replace(SPACES, "").toLowerCase();

/** Returns a column's letters, as spreadsheets name it: 0 is A, 26 is AA. */
export const columnName = (index: number): string =>
	index < 26 ? String.fromCharCode(65 + index) : `${columnName(Math.floor(index / 26) - 1)}${columnName(index % 26)}`;
