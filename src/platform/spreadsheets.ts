import { HucreError } from "hucre";
import { parseCsv } from "hucre/csv";
import { readOds, streamOdsRows } from "hucre/ods";
import { type CellValue, readXlsx, type StreamRow, streamXlsxRows, XlsxStreamWriter } from "hucre/xlsx";
import { checkUnpackedSize, extensionOf, typeOfBytes, typeOfExtension } from "#domain/system/index.ts";
import { big5Of } from "#kernel/big5.ts";
import { CSV_BOM, csvRow, noFormula } from "#kernel/csv.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Cell, MOST_COLUMNS, MOST_LETTERS, MOST_ROWS, type Sheet } from "#kernel/table.ts";
import { writableInXml } from "#kernel/xml.ts";

// The only file that uses hucre. Import it with `await import(...)`, so that the Worker starts without it.

const MOST_BYTES = 10 * 1024 * 1024;
/**
 * The maximum number of bytes of unpacked XML in a spreadsheet: a Worker has 128 MB; a sheet of 10,000 rows has some 12
 * MB of XML.
 */
const MOST_UNPACKED_BYTES = 40 * 1024 * 1024;
const MOST_SHEETS = 20;
const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet's date serials (ECMA-376 18.17.4.1; the leap day that 1900 did not have is allowed for). */
const DAY_ZERO = Date.UTC(1899, 11, 30);

type Reading = {
	/**
	 * Decodes Big5. Scripts pass their own decoder, because Node's TextDecoder is not that of WHATWG. It returns U+FFFD
	 * for what it cannot decode.
	 */
	big5?: (bytes: Uint8Array) => string;
};

/**
 * Reads the sheets of an .xlsx, .ods or .csv file (UTF-8, UTF-16 with BOM, or Big5), without hidden ones. Dates are
 * serials, a formula is read as the value it last had, and an apostrophe that our own exports put before a sign is
 * removed. Refuses with `file.empty`, `file.too_large` (over 10 MB), `file.unpacks_too_large`, `file.type_refused` (any
 * other type), `file.type_mismatch` (bytes of another type, such as a workbook with macros), `file.damaged` (also with
 * a password), `import.too_large` (over 10,000 rows, 200 columns, or 32,767 characters in a cell), `import.encoding`.
 */
export async function readSheet(
	bytes: Uint8Array,
	filename: string,
	{ big5 = decodeBig5 }: Reading = {},
): Promise<Sheet[]> {
	if (bytes.length > MOST_BYTES) throw new Refusal("file.too_large");
	if (bytes.length === 0) throw new Refusal("file.empty");
	const type = typeOfExtension(extensionOf(filename));
	try {
		if (type === "text/csv") return bounded([csvSheet(bytes, big5)]);
		if (type?.includes("spreadsheet") !== true) throw new Refusal("file.type_refused");
		checkUnpackedSize(bytes, MOST_UNPACKED_BYTES);
		// A workbook with macros is another type.
		if (typeOfBytes(bytes) !== type) throw new Refusal("file.type_mismatch");
		return bounded(type.includes("opendocument") ? await odsSheets(bytes) : await xlsxSheets(bytes));
	} catch (error) {
		if (error instanceof HucreError || error instanceof RangeError) throw new Refusal("file.damaged", error.message);
		throw error;
	}
}

type Read = {
	name: string;
	rows: CellValue[][];
	cells?: Map<string, { formula?: string }>;
	hidden?: boolean;
	veryHidden?: boolean;
};

/**
 * Reads the visible sheets among the first MOST_SHEETS of a workbook, each only up to one row and one column more than
 * allowed, because empty cells cost memory too. Refuses with `import.too_large` a sheet with values further out.
 */
async function xlsxSheets(bytes: Uint8Array): Promise<Sheet[]> {
	const { sheets } = await readXlsx(bytes, {
		sheets: ({ hidden, veryHidden, index }) => !hidden && !veryHidden && index < MOST_SHEETS,
		range: `A1:GS${MOST_ROWS + 1}`,
	});
	for (const { name } of sheets) await refuseBeyond(streamXlsxRows(bytes, { sheet: name }));
	return sheets.map(sheetOf);
}

async function odsSheets(bytes: Uint8Array): Promise<Sheet[]> {
	await refuseBeyond(streamOdsRows(bytes));
	const { sheets } = await readOds(bytes);
	return sheets.filter(({ hidden }) => !hidden).map(sheetOf);
}

/**
 * Refuses with `import.too_large` a row with values that lies beyond the row limit or has more columns than allowed. It
 * reads row by row, so that a million rows are never in memory.
 */
async function refuseBeyond(rows: AsyncIterable<StreamRow>): Promise<void> {
	for await (const { index, values } of rows)
		if ((index >= MOST_ROWS || values.length > MOST_COLUMNS) && values.some((value) => value !== null && value !== ""))
			throw new Refusal("import.too_large");
}

const sheetOf = ({ name, rows, cells }: Read): Sheet => ({
	sheet: name,
	rows: rows.map((row) => row.map(cellOf)),
	formulas: new Set([...(cells ?? [])].flatMap(([at, { formula }]) => (formula === undefined ? [] : [at]))),
});

const cellOf = (value: CellValue): Cell => {
	if (value instanceof Date) return (value.getTime() - DAY_ZERO) / DAY_MS;
	return typeof value === "string" ? unescaped(value) : value;
};

/**
 * Removes an apostrophe that our exports put before a text that would be a formula, or that people put before digits
 * that would lose their leading 0.
 */
const unescaped = (text: string): string => (/^'[\d=+\-@＝＋－＠\t\r\n]/.test(text) ? text.slice(1) : text);

function csvSheet(bytes: Uint8Array, big5: (bytes: Uint8Array) => string): Read & Sheet {
	const rows = parseCsv(decode(bytes, big5)).map((row) => row.map(cellOf));
	return { name: "CSV", sheet: "CSV", rows, formulas: new Set() };
}

function decode(bytes: Uint8Array, big5: (bytes: Uint8Array) => string): string {
	const marks: [string, number, number][] = [
		["utf-16le", 0xff, 0xfe],
		["utf-16be", 0xfe, 0xff],
	];
	const marked = marks.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
	if (marked) return new TextDecoder(marked[0]).decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
	} catch {
		const text = big5(bytes);
		if (text.includes("\u{FFFD}")) throw new Refusal("import.encoding");
		return text;
	}
}

const decodeBig5 = (bytes: Uint8Array): string => new TextDecoder("big5").decode(bytes);

/**
 * Removes blank lines at the end and sheets without any row. Refuses with `import.too_large` what is beyond the limits.
 */
function bounded(sheets: Sheet[]): Sheet[] {
	const isBlank = (row: Cell[]) => row.every((cell) => cell === null || cell === "");
	const isTooLong = (cell: Cell) => typeof cell === "string" && cell.length > MOST_LETTERS;
	for (const { rows } of sheets) {
		while (rows.length > 0 && isBlank(rows[rows.length - 1] ?? [])) rows.pop();
		const widest = rows.reduce((most, row) => Math.max(most, row.length), 0);
		if (rows.length > MOST_ROWS || widest > MOST_COLUMNS || rows.some((row) => row.some(isTooLong)))
			throw new Refusal("import.too_large");
	}
	return sheets.filter(({ rows }) => rows.length > 0);
}

/** The contents of an exported sheet. `widths` are in characters; a column without one gets 12. */
export type Written = {
	sheet: string;
	header: readonly string[];
	widths?: readonly number[] | undefined;
	rows: readonly (readonly Cell[])[];
};

/**
 * Returns the bytes of an .xlsx or .csv (UTF-8 with BOM, or Big5) file with one sheet, its header in bold and fixed. A text that
 * a spreadsheet would take for a formula gets an apostrophe in front (OWASP "CSV Injection"; ASVS 5.0, 1.2.10); numbers
 * stay numbers.
 */
export async function writeSheet(
	{ sheet, header, widths = [], rows }: Written,
	format: "xlsx" | "csv",
	charset: "utf-8" | "big5" = "utf-8",
): Promise<Uint8Array> {
	if (format === "csv") {
		const lines = [header, ...rows].map((row) =>
			csvRow(row.map((cell) => (typeof cell === "boolean" ? (cell ? "是" : "否") : cell))),
		);
		return charset === "big5" ? big5Of(lines.join("")) : new TextEncoder().encode(CSV_BOM + lines.join(""));
	}
	const writer = new XlsxStreamWriter({
		name: sheet,
		columns: header.map((label, at) => ({ header: label, width: widths[at] ?? 12 })),
		freezePane: { rows: 1 },
	});
	for (const row of rows) writer.addRow(row.map(escaped));
	return writer.finish();
}

const escaped = (cell: Cell): Cell => (typeof cell === "string" ? noFormula(writableInXml(cell)) || null : cell);
