import { contentDisposition } from "#http/private-file.ts";

export const SHEET_FORMATS = ["xlsx", "csv"] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

const TYPES: Record<SheetFormat, string> = {
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	csv: "text/csv; charset=utf-8",
};

type Sheet = Parameters<typeof import("#platform/spreadsheets.ts").writeSheet>[0];

/**
 * Makes the response that downloads a table as .xlsx or .csv; `name` has no file ending. The spreadsheet writer is
 * loaded on first use. A .csv is UTF-8, or of the sheet's `charset`.
 */
export async function sheetFile(
	name: string,
	sheet: Sheet & { charset?: "big5" | undefined },
	format: SheetFormat,
): Promise<Response> {
	const { writeSheet } = await import("#platform/spreadsheets.ts");
	return new Response(await writeSheet(sheet, format, sheet.charset), {
		headers: {
			"Content-Type": format === "csv" && sheet.charset ? `text/csv; charset=${sheet.charset}` : TYPES[format],
			"Content-Disposition": contentDisposition("attachment", `${name}.${format}`),
		},
	});
}
