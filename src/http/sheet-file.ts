import { contentDisposition } from "#http/private-file.ts";

export const SHEET_FORMATS = ["xlsx", "csv"] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

const TYPES: Record<SheetFormat, string> = {
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	csv: "text/csv; charset=utf-8",
};

type Sheet = Parameters<typeof import("#platform/spreadsheets.ts").writeSheet>[0];

type Table = Sheet & { charset?: "big5" | undefined };

/** Makes the bytes of a table as .xlsx or .csv, and their content type. A .csv is UTF-8, or of the sheet's `charset`. */
export async function sheetBytes(
	sheet: Table,
	format: SheetFormat,
): Promise<{ bytes: Uint8Array; contentType: string }> {
	// The spreadsheet writer is loaded on first use.
	const { writeSheet } = await import("#platform/spreadsheets.ts");
	const bytes = await writeSheet(sheet, format, sheet.charset);
	return { bytes, contentType: sheetType(sheet, format) };
}

/** Returns the content type of a table as a file. */
export const sheetType = ({ charset }: Pick<Table, "charset">, format: SheetFormat): string =>
	format === "csv" && charset ? `text/csv; charset=${charset}` : TYPES[format];

/** Makes the response that downloads a table as .xlsx or .csv; `name` has no file ending. */
export async function sheetFile(name: string, sheet: Table, format: SheetFormat): Promise<Response> {
	const { bytes, contentType } = await sheetBytes(sheet, format);
	return new Response(new Uint8Array(bytes), {
		headers: {
			"Content-Type": contentType,
			"Content-Disposition": contentDisposition("attachment", `${name}.${format}`),
		},
	});
}
