import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fileIdOfDigest, fileUrl } from "#domain/content/content/files.ts";
import { mediaFileOf, withFile } from "#domain/content/media/rules.ts";
import { AltInput } from "#domain/content/media/schema.ts";
import { checkUpload } from "#domain/system/files/rules.ts";
import { fileIdOf } from "#platform/public-files.ts";
import { archive, DOCX } from "../../../support/archives.ts";
import { asLatin1, PHONE, pngChunk, REAL, SECRET } from "../../../support/pictures.ts";
import { codeOf } from "../../../support/refusal.ts";

const MB = 1024 * 1024;
const text = (words: string) => new TextEncoder().encode(words);
const check = (filename: string, bytes: Uint8Array, declaredType = "") => {
	try {
		const { filename: name, contentType, width, height } = checkUpload("media", { filename, declaredType, bytes });
		return [name, contentType, width, height];
	} catch (error) {
		return codeOf(error);
	}
};
const padded = (bytes: Uint8Array, size: number) => {
	const longer = new Uint8Array(size).fill(32);
	longer.set(bytes);
	return longer;
};
/** A PNG that says it has 60 million pixels; its other bytes are a small one's. */
function hugePng(): Uint8Array {
	const size = REAL.png.slice(16, 29);
	const view = new DataView(size.buffer);
	view.setUint32(0, 10_000);
	view.setUint32(4, 6_000);
	return Uint8Array.from([...REAL.png.subarray(0, 8), ...pngChunk("IHDR", size), ...REAL.png.subarray(33)]);
}
const PDF = text("%PDF-1.7\n%%EOF\n");

describe("what the website takes", () => {
	test.each([
		["a.png", REAL.png, ["a.png", "image/png", 24, 16]],
		["照片.JPG", REAL.jpeg, ["照片.JPG", "image/jpeg", 24, 16]],
		["a.webp", REAL.webpLossy, ["a.webp", "image/webp", 24, 16]],
		["章程.pdf", PDF, ["章程.pdf", "application/pdf", null, null]],
		["名冊.csv", text("姓名\n"), ["名冊.csv", "text/csv", null, null]],
		[
			"a.docx",
			archive(DOCX),
			["a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", null, null],
		],
	])("%s", (name, bytes, stored) => expect(check(name, bytes)).toEqual(stored));

	test.each([
		["an SVG", "a.svg", text('<svg xmlns="http://www.w3.org/2000/svg"/>'), "file.type_refused"],
		["an SVG named .png", "a.png", text('<svg xmlns="http://www.w3.org/2000/svg"/>'), "file.type_mismatch"],
		["HTML", "a.html", text("<!doctype html>"), "file.type_refused"],
		["HTML named .jpg", "a.jpg", text("<!doctype html><script>alert(1)</script>"), "file.type_mismatch"],
		["HTML named .csv", "a.csv", text("<script>alert(1)</script>"), "file.type_mismatch"],
		["60 megapixels", "a.png", hugePng(), "file.too_many_pixels"],
		["nothing", "a.png", new Uint8Array(), "file.empty"],
		["a JPEG of 11 MB", "a.jpg", padded(REAL.jpeg, 11 * MB), "file.too_large"],
		["a PDF of 51 MB", "a.pdf", padded(PDF, 51 * MB), "file.too_large"],
		["half a picture", "a.jpg", REAL.jpeg.subarray(0, 200), "file.damaged"],
	])("not %s", (_, name, bytes, code) => expect(check(name, bytes)).toBe(code));

	test("a picture of 10 MB, and a PDF of 50 MB", () => {
		const pdf = padded(text("%PDF-1.7\n"), 50 * MB);
		pdf.set(text("%%EOF"), 50 * MB - 8);
		expect(check("a.pdf", pdf)).toEqual(["a.pdf", "application/pdf", null, null]);
		expect(check("a.jpg", padded(REAL.jpeg, 10 * MB))).toEqual(["a.jpg", "image/jpeg", 24, 16]);
	});

	test("a telephone's picture says nothing of where it was taken", () => {
		for (const [type, bytes] of Object.entries(PHONE)) {
			const taken = bytes(1);
			const picture = checkUpload("media", { filename: "", declaredType: type, bytes: taken });
			const tells = [taken, picture.bytes].map((one) => asLatin1(one).includes(SECRET));
			expect([type, tells]).toEqual([type, [true, false]]);
		}
	});

	test.each([
		["../../etc/passwd.png", "passwd.png"],
		["C:\\照片\\全家福.png", "全家福.png"],
		["<script>alert(1)</script>.png", "script>.png"],
		['"onload=alert(1) x.png', '"onload=alert(1) x.png'],
		["a\u202egnp.exe.png", "agnp.exe.png"],
		["a\u0000\r\nb.png", "ab.png"],
		["e\u0301.png", "\u00e9.png"],
		[`${"長".repeat(300)}.png`, `${"長".repeat(116)}.png`],
		[`${"😀".repeat(300)}.png`, `${"😀".repeat(116)}.png`],
		["", "media.png"],
	])("the name %j", (name, stored) =>
		expect(check(name, REAL.png, "image/png")).toEqual([stored, "image/png", 24, 16]),
	);
});

test("the id is the importer's: SHA-256 over name, NUL and bytes", async () => {
	for (const [name, bytes] of [
		["a.png", REAL.png],
		["照片 (1).jpg", REAL.jpeg],
		["空", new Uint8Array()],
	] as const) {
		const digest = createHash("sha256").update(name).update("\0").update(bytes).digest();
		expect(await fileIdOf(name, bytes)).toBe(fileIdOfDigest(digest));
	}
});

describe("another file in place of one", () => {
	const old = { id: "a".repeat(26), filename: "舊 (1).png" };
	const next = { id: "b".repeat(26), filename: "新$&.jpg" };
	const to = "/api/v1/attachments/bbbbbbbbbbbbbbbbbbbbbbbbbb/%E6%96%B0%24%26.jpg";
	test.each([
		[`![圖](${fileUrl(old)})`, `![圖](${to})`],
		[`![圖](${fileUrl(old)} "題")`, `![圖](${to} "題")`],
		[`<img src="${fileUrl(old)}">`, `<img src="${to}">`],
		[`[頁](${fileUrl(old)}#page=2)`, `[頁](${to}#page=2)`],
		[`[a]: ${fileUrl(old)}\n[b]: ${fileUrl(old)}`, `[a]: ${to}\n[b]: ${to}`],
		[`![](</api/v1/attachments/${old.id}/舊 (1).png>)`, `![](<${to}>)`],
		[`https://www.example.org${fileUrl(old)}`, `https://www.example.org${to}`],
		[
			`/api/v1/attachments/${"c".repeat(26)}/舊.png 與 ${old.id}`,
			`/api/v1/attachments/${"c".repeat(26)}/舊.png 與 ${old.id}`,
		],
	])("%s", (text, after) => expect(withFile(text, old, next)).toBe(after));
});

test("a file as scripts know it", () => {
	const row = { id: "a".repeat(26), filename: "圖.png", size: 3, width: 24, height: 16, alt: "河" };
	expect(mediaFileOf({ ...row, content_type: "image/png" })).toEqual({
		...row,
		contentType: "image/png",
		url: "/api/v1/attachments/aaaaaaaaaaaaaaaaaaaaaaaaaa/%E5%9C%96.png",
	});
});

test("what is said of a picture is one line of at most 300", () => {
	expect(AltInput.parse("  河邊\n的\u0000 e\u0301 ")).toBe("河邊 的 \u00e9");
	expect(AltInput.safeParse("長".repeat(301)).success).toBe(false);
});
