import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { filesIn, fileUrl } from "#domain/content/content/files.ts";
import { contentTypeOf } from "../../scripts/content/content-type.ts";
import { fileId, filenameOf, makeFile } from "../../scripts/content/files.ts";
import { imageSize } from "../../scripts/content/image-size.ts";
import { asLatin1, PHONE, pngChunk, REAL, SECRET, withChunks } from "../support/pictures.ts";
import { png } from "../support/sites.ts";

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ""), "hex");

test("an id is base32 of the hash of name and bytes", () => {
	const bytes = Buffer.from("內容");
	const digest = createHash("sha256").update("圖.png\0").update(bytes).digest();
	const bits = [...digest].map((byte) => byte.toString(2).padStart(8, "0")).join("");
	const expected = Array.from(
		{ length: 26 },
		(_, i) => "abcdefghijklmnopqrstuvwxyz234567"[Number.parseInt(bits.slice(i * 5, i * 5 + 5), 2)],
	).join("");
	assert.equal(fileId("圖.png", bytes), expected);
	assert.notEqual(fileId("圖2.png", bytes), expected);
});

test("an address of a file is found in texts, whatever the name", () => {
	const file = { id: fileId("a", Buffer.from("a")), filename: "圖 (1)'s 100%.png" };
	assert.equal(fileUrl(file), `/api/v1/attachments/${file.id}/%E5%9C%96%20%281%29%27s%20100%25.png`);
	assert.equal(decodeURIComponent(fileUrl(file).split("/").at(-1) ?? ""), file.filename);
	assert.deepEqual(filesIn(`![](${fileUrl(file)}) [](${fileUrl(file)})`), [file.id]);
});

test("a name is at most 120 characters, its extension kept", () => {
	assert.equal(filenameOf("a/b/圖 片.png"), "圖 片.png");
	assert.equal(filenameOf(`${"字".repeat(200)}.png`), `${"字".repeat(116)}.png`);
	assert.equal(filenameOf("a\\b\u0007.png"), "a_b_.png");
});

test("a photo loses what it says about people and places, once; what cannot be read stays as it is", async () => {
	// WebP is not turned by its metadata.
	for (const [type, name, width, height] of [
		["image/jpeg", "a.jpg", 16, 24],
		["image/png", "a.png", 16, 24],
		["image/webp", "a.webp", 24, 16],
	] as const) {
		const photo = PHONE[type](6);
		assert.ok(asLatin1(photo).includes(SECRET));
		const file = makeFile(name, photo, async () => photo);
		const stored = await file.read();
		assert.ok(!asLatin1(stored).includes(SECRET));
		assert.deepEqual([file.width, file.height, file.size], [width, height, stored.byteLength]);
		assert.equal(file.sha256, createHash("sha256").update(stored).digest("hex"));
		assert.equal(makeFile(name, stored, async () => stored).id, file.id);
	}
	const damaged = Buffer.from(REAL.png.subarray(0, 20));
	const moving = withChunks(REAL.png, [pngChunk("acTL", "\0\0\0\x01\0\0\0\0"), pngChunk("fcTL", "\0".repeat(26))]);
	for (const bytes of [damaged, moving])
		assert.deepEqual(await makeFile("a.png", bytes, async () => bytes).read(), bytes);
});

test("sizes from the headers of images", () => {
	const jpeg = (orientation: number) =>
		Buffer.concat([
			hex("ffd8 ffe1 0022 457869660000 4949 2a00 08000000 0100 1201 0300 01000000"),
			Buffer.from([orientation, 0, 0, 0]),
			hex("00000000 ffc2 0011 08 0064 00c8 03 012200 021101 031101"),
		]);
	const avif = Buffer.concat([
		hex("0000001c 66747970 61766966 00000000 61766966 6d696631 6d696166"),
		hex("00000014 69737065 00000000 00000140 000000f0"),
		Buffer.alloc(16),
	]);
	assert.deepEqual(imageSize(png(40, 30)), { width: 40, height: 30 });
	assert.deepEqual(imageSize(hex("474946383961 0a00 1400 00")), { width: 10, height: 20 });
	assert.deepEqual(imageSize(jpeg(1)), { width: 200, height: 100 });
	assert.deepEqual(imageSize(jpeg(6)), { width: 100, height: 200 });
	assert.deepEqual(imageSize(hex("52494646 00000000 57454250 56503820 00000000 000000 9d012a 2003 5802")), {
		width: 800,
		height: 600,
	});
	assert.deepEqual(imageSize(hex("52494646 00000000 57454250 5650384c 00000000 2f 1fc3950000")), {
		width: 800,
		height: 600,
	});
	assert.deepEqual(imageSize(hex("52494646 00000000 57454250 56503858 0a000000 00000000 1f0300 570200")), {
		width: 800,
		height: 600,
	});
	assert.deepEqual(imageSize(avif), { width: 320, height: 240 });
	for (const broken of [
		png(4, 4).subarray(0, 20),
		hex("ffd8ffe0"),
		hex("ffd8 ffe1 0000"),
		Buffer.alloc(0),
		Buffer.from("文字"),
	])
		assert.equal(imageSize(broken), null);
});

test("types by the first bytes, never by the name alone", () => {
	const types: [string, string | Buffer, string][] = [
		["a.jpg", Buffer.from(png(1, 1)), "image/png"],
		["a.png", "<svg onload=x()>", "application/octet-stream"],
		["a.svg", "<svg/>", "application/octet-stream"],
		["a.html", "<script>", "application/octet-stream"],
		["a.txt", " \n<html>", "application/octet-stream"],
		["a.txt", "名單\n", "text/plain"],
		["a.csv", "姓名,電話\n", "text/csv"],
		["a.txt", Buffer.from([0xff, 0xfe, 0x00]), "application/octet-stream"],
		["a.js", "alert(1)", "application/octet-stream"],
		["a.pdf", "%PDF-1.7", "application/pdf"],
		["a.docx", hex("504b0304 00"), "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
		["a.zip", hex("504b0304 00"), "application/zip"],
		["a.mp4", hex("00000018 66747970 69736f6d 00"), "video/mp4"],
		["a.avif", hex("00000018 66747970 61766966 00"), "image/avif"],
		["a.exe", "MZ", "application/octet-stream"],
	];
	for (const [name, bytes, type] of types) assert.equal(contentTypeOf(name, Buffer.from(bytes)), type, name);
});
