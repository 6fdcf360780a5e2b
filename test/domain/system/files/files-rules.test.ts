import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromLatin1, join } from "#domain/system/files/bytes.ts";
import { extensionOf, tidyName } from "#domain/system/files/names.ts";
import { PURPOSE, PURPOSES, type Purpose } from "#domain/system/files/purposes.ts";
import { checkUpload } from "#domain/system/files/rules.ts";
import { Refusal } from "#kernel/refusal.ts";
import { archive, DOCX, ODT, XLSX } from "../../../support/archives.ts";
import { PHONE, REAL } from "../../../support/pictures.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const PDF = fromLatin1("%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n");
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Name and type of what is stored, or the code of the refusal. */
function outcome(purpose: Purpose, filename: string, declaredType: string, bytes: Uint8Array): string {
	try {
		const checked = checkUpload(purpose, { filename, declaredType, bytes });
		return `${checked.filename} ${checked.contentType}`;
	} catch (error) {
		if (error instanceof Refusal) return error.code;
		throw error;
	}
}

describe("a file that is what it says", () => {
	test.each<[Purpose, string, string, Uint8Array, string]>([
		["certificate", "王小明 診斷書.JPG", "image/jpeg", REAL.jpeg, "certificate.jpg image/jpeg"],
		["certificate", "a.jfif", "image/pjpeg", REAL.jpeg, "certificate.jpg image/jpeg"],
		["certificate", "scan.pdf", "application/pdf", PDF, "certificate.pdf application/pdf"],
		["certificate", "scan.pdf", "", PDF, "certificate.pdf application/pdf"],
		["certificate", "scan.pdf", "application/octet-stream", PDF, "certificate.pdf application/pdf"],
		["certificate", "1000001234", "image/webp", REAL.webpLossy, "certificate.webp image/webp"],
		["payment_proof", "轉帳.png", "image/png", REAL.png, "payment_proof.png image/png"],
		["finance", "估價單.docx", WORD, archive(DOCX), `估價單.docx ${WORD}`],
		["finance", "2026.05 收據", "application/pdf; x=1", PDF, "2026.05 收據.pdf application/pdf"],
		[
			"document",
			"章程.odt",
			"application/vnd.oasis.opendocument.text",
			archive(ODT),
			"章程.odt application/vnd.oasis.opendocument.text",
		],
		["logo", "標誌.png", "image/png", REAL.png, "logo.png image/png"],
		["import", "名冊.csv", "application/vnd.ms-excel", utf8("姓名,電話\r\n王,0912\r\n"), "名冊.csv text/csv"],
		["import", "big5.txt", "text/plain", fromLatin1("\xa9m\xa6W,1\n"), "big5.txt text/csv"],
		["import", "名冊.xlsx", EXCEL, archive(XLSX), `名冊.xlsx ${EXCEL}`],
	])("%s %s (%s)", (purpose, filename, declared, bytes, stored) =>
		expect(outcome(purpose, filename, declared, bytes)).toBe(stored),
	);

	test("a picture is stored clean, with its size as it is shown", () => {
		const upload = { filename: "a.jpg", declaredType: "image/jpeg", bytes: PHONE["image/jpeg"](6) };
		const { width, height, bytes } = checkUpload("certificate", upload);
		expect([width, height, bytes.length < upload.bytes.length]).toEqual([16, 24, true]);
	});
});

const SVG = utf8('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const HTML = utf8("<!doctype html><script>alert(1)</script>");
const GIF = fromLatin1("GIF89a/*\x01\0\0\0\0\0;*/=1;alert(1)//");

describe("a file that lies", () => {
	test.each<[string, Purpose, string, string, Uint8Array, string]>([
		["nothing in it", "certificate", "a.png", "image/png", new Uint8Array(), "file.empty"],
		["a PNG as PDF", "certificate", "a.pdf", "application/pdf", REAL.png, "file.type_mismatch"],
		["a PNG as JPEG", "certificate", "a.jpg", "image/jpeg", REAL.png, "file.type_mismatch"],
		["HTML as PNG", "certificate", "a.png", "image/png", HTML, "file.type_mismatch"],
		["SVG as PNG", "certificate", "a.png", "image/png", SVG, "file.type_mismatch"],
		["SVG", "logo", "a.svg", "image/svg+xml", SVG, "file.type_refused"],
		["SVG without a name", "logo", "logo", "image/svg+xml", SVG, "file.type_refused"],
		["HTML", "document", "a.html", "text/html", HTML, "file.type_refused"],
		["HTML as CSV", "import", "a.csv", "text/csv", HTML, "file.type_mismatch"],
		["HTML behind spaces as CSV", "import", "a.csv", "text/csv", utf8("\ufeff \r\n <html>"), "file.type_mismatch"],
		["a GIF that is a script", "certificate", "a.gif", "image/gif", GIF, "file.type_refused"],
		["a GIF that is a script as PNG", "certificate", "a.png", "image/png", GIF, "file.type_mismatch"],
		["a PDF behind HTML", "certificate", "a.pdf", "application/pdf", join([HTML, PDF]), "file.type_mismatch"],
		["half a PDF", "certificate", "a.pdf", "application/pdf", PDF.slice(0, 20), "file.damaged"],
		["a PDF declared a picture", "certificate", "a.pdf", "image/png", PDF, "file.type_mismatch"],
		["a program", "document", "年報.pdf.exe", "application/pdf", PDF, "file.type_refused"],
		["a name turned round", "document", "年報\u202efdp.exe", "application/pdf", PDF, "file.type_refused"],
		[
			"a name that is cut at NUL elsewhere",
			"document",
			"a.exe\0.pdf",
			"application/pdf",
			fromLatin1("MZ"),
			"file.type_mismatch",
		],
		["a document as certificate", "certificate", "a.docx", WORD, archive(DOCX), "file.type_refused"],
		["an XLSX as DOCX", "document", "a.docx", WORD, archive(XLSX), "file.type_mismatch"],
		["an ODT as DOCX", "document", "a.docx", WORD, archive(ODT), "file.type_mismatch"],
		["any ZIP", "document", "a.docx", WORD, archive([{ name: "a.html", content: "x" }]), "file.type_mismatch"],
		["a ZIP behind a picture", "document", "a.docx", WORD, join([REAL.png, archive(DOCX)]), "file.type_mismatch"],
		["half a ZIP", "document", "a.docx", WORD, archive(DOCX).slice(0, -1), "file.type_mismatch"],
		["something behind a ZIP", "document", "a.docx", WORD, join([archive(DOCX), HTML]), "file.type_mismatch"],
		[
			"macros",
			"document",
			"a.docx",
			WORD,
			archive([...DOCX, { name: "word/vbaProject.bin", content: "x" }]),
			"file.type_mismatch",
		],
		["a name and no type", "document", "", "", PDF, "file.type_refused"],
	])("%s: %s %s", (_, purpose, filename, declared, bytes, code) =>
		expect(outcome(purpose, filename, declared, bytes)).toBe(code),
	);

	test("an archive that unpacks to more than 200 MB is a bomb, one entry or many", () => {
		const bomb = (...unpacked: number[]) =>
			archive([...DOCX, ...unpacked.map((size, at) => ({ name: `word/media/${at}`, content: "x", unpacked: size }))]);
		const MB = 1024 * 1024;
		expect(outcome("document", "a.docx", WORD, bomb(199 * MB))).toBe(`a.docx ${WORD}`);
		expect(outcome("document", "a.docx", WORD, bomb(201 * MB))).toBe("file.unpacks_too_large");
		expect(outcome("document", "a.docx", WORD, bomb(4_294_967_295))).toBe("file.unpacks_too_large");
		expect(outcome("document", "a.docx", WORD, bomb(...Array(50).fill(5 * MB)))).toBe("file.unpacks_too_large");
		expect(outcome("document", "a.docx", WORD, bomb(...Array(9_998).fill(1)))).toBe(`a.docx ${WORD}`);
		expect(outcome("document", "a.docx", WORD, bomb(...Array(9_999).fill(1)))).toBe("file.unpacks_too_large");
	});
});

test.each(PURPOSES)("%s: exactly its limit is allowed, one byte more is not", (purpose) => {
	const { maxBytes, types } = PURPOSE[purpose];
	const isText = types.includes("text/csv");
	const size = (bytes: number) => {
		if (isText) return outcome(purpose, "a.csv", "text/csv", new Uint8Array(bytes).fill(65));
		if (!types.includes("application/pdf"))
			return outcome(purpose, "a.png", "image/png", join([REAL.png, new Uint8Array(bytes - REAL.png.length)]));
		return outcome(purpose, "a.pdf", "application/pdf", join([PDF, new Uint8Array(bytes - 2 * PDF.length), PDF]));
	};
	expect(size(maxBytes)).not.toMatch(/^file\./);
	expect(size(maxBytes + 1)).toBe("file.too_large");
});

test("limits, and what is sealed", () => {
	const MB = 1024 * 1024;
	expect(PURPOSES.map((purpose) => [purpose, PURPOSE[purpose].maxBytes / MB, PURPOSE[purpose].isSensitive])).toEqual([
		["certificate", 10, true],
		["payment_proof", 10, false],
		["finance", 10, false],
		["document", 50, false],
		["logo", 1, false],
		["import", 10, true],
		["release", 10, true],
		["member_field", 10, true],
	]);
});

describe("names", () => {
	test.each([
		["../../etc/passwd", "passwd"],
		["C:\\Users\\王\\報告.pdf", "報告.pdf"],
		["a\u0000b\r\nc.pdf", "abc.pdf"],
		["\u202egnp.exe\u200b.png", "gnp.exe.png"],
		["e\u0301.pdf", "\u00e9.pdf"],
		[" . hidden.txt . ", "hidden.txt"],
		["a  \u3000 b.pdf", "a b.pdf"],
		["\ud800x.pdf", "x.pdf"],
		["..", ""],
		["健走．第一季.pdf", "健走．第一季.pdf"],
	])("%j is %j", (given, tidy) => expect(tidyName(given)).toBe(tidy));

	test("are cut to 120 characters and keep their extension, whatever they hold", () => {
		expect(tidyName(`${"協".repeat(200)}.docx`)).toBe(`${"協".repeat(115)}.docx`);
		expect(tidyName(`${"😀".repeat(200)}.pdf`)).toBe(`${"😀".repeat(116)}.pdf`);
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
				const tidy = tidyName(name);
				expect(Array.from(tidy).length).toBeLessThanOrEqual(120);
				expect(tidyName(tidy)).toBe(tidy);
				expect(/[\p{Cc}\p{Cf}\p{Cs}/\\]/u.test(tidy)).toBe(false);
			}),
			{ numRuns: 2_000 },
		);
	});

	test.each([
		["a.tar.GZ", "gz"],
		["a", ""],
		[".pdf", ""],
		["a.", ""],
		["2026.05 收據", ""],
	])("the extension of %j is %j", (name, extension) => expect(extensionOf(name)).toBe(extension));
});

test("anything at all is a file or a refusal", () => {
	const starts = [REAL.png, REAL.jpeg, REAL.webpLossy, PDF, archive(DOCX), archive(ODT), new Uint8Array()];
	const names = ["a.png", "a.jpg", "a.webp", "a.pdf", "a.docx", "a.odt", "a.csv", "a"];
	fc.assert(
		fc.property(
			fc.constantFrom(...PURPOSES),
			fc.constantFrom(...names),
			fc.constantFrom("", "image/png", "application/pdf", WORD),
			fc.constantFrom(...starts),
			fc.uint8Array({ maxLength: 80 }),
			(purpose, name, declared, start, tail) => {
				expect(typeof outcome(purpose, name, declared, join([start, tail]))).toBe("string");
				expect(typeof outcome(purpose, name, declared, join([tail, start]))).toBe("string");
			},
		),
		{ numRuns: 1_000 },
	);
});
