/** What is left out of the deployed Worker is missed by nobody: a workbook with everything around its table is read as usual. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { writeXlsx } from "hucre/xlsx";
import { PDFDocument } from "pdf-lib";
import type * as ReceiptPdf from "#platform/receipt-pdf.ts";
import type * as Spreadsheets from "#platform/spreadsheets.ts";
import { bundle, writeChunks } from "../../scripts/bundle.ts";
import { RECEIPT } from "../support/receipts.ts";

const folder = await mkdtemp(join(tmpdir(), "bundle-"));
after(() => rm(folder, { recursive: true }));

async function bundled(): Promise<typeof Spreadsheets> {
	const place = join(folder, "spreadsheets.mjs");
	await writeFile(place, (await bundle("src/platform/spreadsheets.ts"))[0].code);
	return import(pathToFileURL(place).href);
}

const ROWS = [
	["姓名", "會費"],
	["王小明", 1_200],
	["李大華", 600],
];

test("a workbook with a chart and a pivot table", async () => {
	const bytes = await writeXlsx({
		sheets: [
			{
				name: "名冊",
				rows: ROWS,
				charts: [
					{
						type: "column",
						series: [{ name: "會費", values: "B2:B3", categories: "A2:A3" }],
						anchor: { from: { row: 5, col: 0 } },
					},
				],
			},
			{
				name: "樞紐",
				pivotTables: [{ name: "各人", sourceSheet: "名冊", rows: ["姓名"], values: [{ field: "會費" }] }],
			},
		],
	});
	const { readSheet } = await bundled();
	const [roster] = await readSheet(bytes, "名冊.xlsx");
	assert.deepEqual(roster, { sheet: "名冊", rows: ROWS, formulas: new Set() });
});

test("a receipt as a PDF file, though what fills in forms is left out", async () => {
	const place = join(folder, "receipt-pdf.mjs");
	await writeFile(place, (await bundle("src/platform/receipt-pdf.ts"))[0].code);
	const { receiptPdf }: typeof ReceiptPdf = await import(pathToFileURL(place).href);
	const fetch = async (url: URL) => new Response(await readFile(join("dist/public", url.pathname)));
	const made = await receiptPdf({ ASSETS: { fetch } as unknown as Fetcher }, RECEIPT, { layout: "A4" });
	assert("pdf" in made);
	const pdf = await PDFDocument.load(made.pdf);
	assert.deepEqual([pdf.getPageCount(), pdf.getTitle()], [1, `會費收據 ${RECEIPT.number}`]);
});

test("a build is written over the one before: the same modules under the same names, and none of the old ones", async () => {
	const place = join(folder, "worker");
	const chunks = await bundle("src/index.ts");
	writeChunks([...chunks, { name: "parts/old-AAAAAAAA.js", code: "" }], place);
	const again = await bundle("src/index.ts");
	writeChunks(again, place);
	assert.deepEqual(again, chunks);
	const left = (await readdir(join(place, "parts"))).map((file) => `parts/${file}`);
	const parts = chunks.map(({ name }) => name).filter((name) => name !== "index.js");
	assert.deepEqual(left.sort(), parts.sort());
	assert.equal(await readFile(join(place, "index.js"), "utf8"), chunks[0].code);
});
