/** What a cell of a spreadsheet holds; a date is its serial (days since 1899-12-30). */
export type Cell = string | number | boolean | null;

/** A sheet as it was read; `formulas` names the cells whose value a formula gave: "row,column", both from 0. */
export type Sheet = { sheet: string; rows: Cell[][]; formulas: ReadonlySet<string> };

/** The most that an import takes, of any file. */
export const MOST_ROWS = 10_000;
export const MOST_COLUMNS = 200;
/** Of a cell: more than Excel itself keeps is no spreadsheet. */
export const MOST_LETTERS = 32_767;

/** What stands between or around the letters of a cell and means nothing: NBSP, ideographic and zero-width spaces, BOM. */
const SPACES = /[\s\u{A0}\u{3000}\u{200B}-\u{200D}\u{2060}\u{FEFF}]+/gu;

/** A cell's text in one line: NFC, single spaces, none at the ends. A whole number keeps all its digits. */
export function cellText(cell: Cell | undefined): string {
	if (cell === null || cell === undefined) return "";
	if (typeof cell === "boolean") return cell ? "是" : "否";
	return String(cell).normalize("NFC").replace(SPACES, " ").trim();
}

/** The same with the lines that it has: for notes. */
export const cellLines = (cell: Cell | undefined): string =>
	typeof cell === "string"
		? cell
				.split(/\r\n|\r|\n/)
				.map(cellText)
				.join("\n")
				.trim()
		: cellText(cell);

/** Full-width letters, digits and signs as ASCII, lower case, without any space: for comparing words. */
export const plainWord = (text: string): string => text.normalize("NFKC").replace(SPACES, "").toLowerCase();

/** A column's letters, as spreadsheets name it: 0 is A, 26 is AA. */
export const columnName = (index: number): string =>
	index < 26 ? String.fromCharCode(65 + index) : `${columnName(Math.floor(index / 26) - 1)}${columnName(index % 26)}`;
