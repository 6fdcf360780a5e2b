import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { fromLatin1, join } from "#domain/system/files/bytes.ts";
import { MOST_ROWS } from "#kernel/table.ts";
import { readSheet, writeSheet } from "#platform/spreadsheets.ts";
import { archive, XLSX } from "../support/archives.ts";
import { codeOf } from "../support/refusal.ts";

const rowsOf = async (bytes: Uint8Array, name: string) => (await readSheet(bytes, name)).map(({ rows }) => rows);
const refusal = (bytes: Uint8Array, name: string) => readSheet(bytes, name).catch(codeOf);
const utf8 = (text: string) => new TextEncoder().encode(text);

describe("reads", () => {
	test("an .xlsx: texts, numbers, dates as serials, formulas by their last value and told", async () => {
		const bytes = await writeXlsx({
			sheets: [
				{
					name: "名冊",
					rows: [
						["姓名", "生日", "手機"],
						["甲", new Date("2024-05-22"), 912345678],
					],
					cells: new Map([
						["1,0", { value: "王大明", type: "formula" as const, formula: "A1", formulaResult: "王大明" }],
					]),
				},
				{ name: "空白", rows: [] },
			],
		});
		const [sheet, ...others] = await readSheet(bytes, "名冊.xlsx");
		expect(others).toEqual([]);
		expect(sheet?.rows).toEqual([
			["姓名", "生日", "手機"],
			["王大明", 45_434, 912_345_678],
		]);
		expect([...(sheet?.formulas ?? [])]).toEqual(["1,0"]);
	});

	test("an .ods", async () => {
		const bytes = await writeOds({ sheets: [{ name: "名冊", rows: [["姓名"], ["江　宥雅"]] }] });
		expect(await rowsOf(bytes, "名冊.ods")).toEqual([[["姓名"], ["江　宥雅"]]]);
	});

	test("a .csv in UTF-8 with and without its mark, UTF-16 and Big5, quoted line ends and all", async () => {
		const text = '姓名,備註\r\n許功蓋,"第一行\n第二行"\r\n';
		const rows = [
			["姓名", "備註"],
			["許功蓋", "第一行\n第二行"],
		];
		expect(await rowsOf(utf8(text), "a.csv")).toEqual([rows]);
		expect(await rowsOf(utf8(`\u{FEFF}${text}`), "a.csv")).toEqual([rows]);
		const utf16 = new Uint8Array(2 + text.length * 2);
		new DataView(utf16.buffer).setUint16(0, 0xfffe);
		for (const [at, char] of [...text].entries())
			new DataView(utf16.buffer).setUint16(2 + at * 2, char.charCodeAt(0), true);
		expect(await rowsOf(utf16, "a.csv")).toEqual([rows]);
		// 姓名,備註 / 許功蓋 (each ends in 0x5C) / 碁銹 of ETEN's own rows, 裏恒 beside them.
		const big5 = fromLatin1(
			"\xa9m\xa6W,\xb3\xc6\xb5\xf9\r\n\xb3\x5c\xa5\x5c\xbb\x5c,\xf9\xd6\xf9\xd7\xf9\xd8\xf9\xda\r\n",
		);
		expect(await rowsOf(big5, "a.csv")).toEqual([
			[
				["姓名", "備註"],
				["許功蓋", "碁銹裏恒"],
			],
		]);
	});

	test("an export with what XML has no place for opens, without it", async () => {
		const written = { sheet: "會員", header: ["姓名"], rows: [["王\uffff大\u0001明\ufffe"]] };
		expect(await rowsOf(await writeSheet(written, "xlsx"), "a.xlsx")).toEqual([[["姓名"], ["王大明"]]]);
	});

	test("what our own exports wrote, the apostrophe before a sign gone again", async () => {
		const rows = [["=1+1", "+886", "-", "@a", "一般", 12, null]];
		const header = ["a", "b", "c", "d", "e", "f", "g"];
		const written = { sheet: "會員", header, rows };
		const back = [header, ["=1+1", "+886", "-", "@a", "一般", 12]];
		expect(
			(await rowsOf(await writeSheet(written, "xlsx"), "a.xlsx"))[0]?.map((row) => row.filter((cell) => cell !== null)),
		).toEqual(back);
		const csv = await writeSheet(written, "csv");
		expect(new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(csv)).toBe(
			"\u{FEFF}a,b,c,d,e,f,g\r\n'=1+1,'+886,'-,'@a,一般,12,\r\n",
		);
	});
});

describe("refuses", () => {
	test("what is no spreadsheet, or not the one that it says", async () => {
		expect(await refusal(utf8("x"), "a.pdf")).toBe("file.type_refused");
		expect(await refusal(utf8("x"), "a.xlsm")).toBe("file.type_refused");
		expect(await refusal(archive(XLSX), "a.ods")).toBe("file.type_mismatch");
		expect(await refusal(new Uint8Array(), "a.csv")).toBe("file.empty");
		expect(await refusal(utf8("<html>"), "a.xlsx")).toBe("file.damaged");
		expect(await refusal(archive(XLSX), "a.xlsx")).toBe("file.damaged");
		expect(await refusal(fromLatin1("\xff\xff\xff,\x81"), "a.csv")).toBe("import.encoding");
	});

	test("macros, under either name", async () => {
		const bytes = await writeXlsx({ sheets: [{ name: "名冊", rows: [["姓名"]] }], vbaProject: utf8("macro") });
		expect(await refusal(bytes, "名冊.xlsx")).toBe("file.type_mismatch");
		expect(await refusal(bytes, "名冊.xlsm")).toBe("file.type_refused");
	});

	test("a password", async () => {
		const bytes = await writeXlsx({
			sheets: [{ name: "名冊", rows: [["姓名"]] }],
			encryption: { password: "a", spinCount: 1 },
		});
		expect(await refusal(bytes, "名冊.xlsx")).toBe("file.damaged");
	});

	test("an archive that says it is enormous, and one that hides it", async () => {
		const huge = [...XLSX, { name: "xl/worksheets/sheet1.xml", content: "x".repeat(2_000), unpacked: 3_000_000_000 }];
		expect(await refusal(archive(huge), "bomb.xlsx")).toBe("file.unpacks_too_large");
		const hidden = [...XLSX, { name: "xl/worksheets/sheet1.xml", content: "x".repeat(2_000), unpacked: 0 }];
		expect(await refusal(archive(hidden), "bomb.xlsx")).toBe("file.unpacks_too_large");
	});

	test("more rows or columns than a roster has, also as two lonely cells far apart", async () => {
		const far = await writeXlsx({
			sheets: [{ name: "名冊", rows: [["姓名"]], cells: new Map([[`${MOST_ROWS + 5},0`, { value: "遠" }]]) }],
		});
		expect(await refusal(far, "far.xlsx")).toBe("import.too_large");
		const wide = utf8(Array.from({ length: 201 }, (_, n) => `欄${n}`).join(","));
		expect(await refusal(wide, "wide.csv")).toBe("import.too_large");
		expect(await refusal(utf8("x\n".repeat(MOST_ROWS + 1)), "long.csv")).toBe("import.too_large");
	});

	test("an .ods whose one cell repeats a million times", async () => {
		const bytes = await writeOds({ sheets: [{ name: "名冊", rows: [["姓名"], ["甲"]] }] });
		const content = `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="a"><table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="string" table:number-columns-repeated="15"><text:p>甲</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
		expect(bytes.length).toBeGreaterThan(0);
		const bomb = archive([
			{ name: "mimetype", content: "application/vnd.oasis.opendocument.spreadsheet" },
			{ name: "content.xml", content },
		]);
		expect(await refusal(join([bomb]), "bomb.ods")).toBe("import.too_large");
		expect(await refusal(utf8(`姓名\n${"字".repeat(32_768)}\n`), "a.csv")).toBe("import.too_large");
	});
});
