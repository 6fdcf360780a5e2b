/** The most characters of a pasted list that are read. */
export const MOST_PASTED = 40_000;

/** Returns the cells of each line of a pasted text: of a spreadsheet apart by tabs, else by spaces or Chinese commas. */
export const pastedRows = (text: string): string[][] =>
	text
		.slice(0, MOST_PASTED)
		.split(/\r\n|\r|\n/)
		.map((line) => (line.includes("\t") ? line.split("\t") : line.trim().split(/[\s，、]+/)).map((cell) => cell.trim()))
		.filter((cells) => cells.some((cell) => cell !== ""));
