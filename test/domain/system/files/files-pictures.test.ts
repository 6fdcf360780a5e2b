import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cut, fromLatin1, join, viewOf } from "#domain/system/files/bytes.ts";
import { exifOf, orientationIn } from "#domain/system/files/exif.ts";
import { cleanPicture } from "#domain/system/files/picture.ts";
import type { PictureType } from "#domain/system/files/types.ts";
import { Refusal } from "#kernel/refusal.ts";
import {
	asLatin1,
	fromBase64,
	jpegSegment,
	PHONE,
	phoneExif,
	pngChunk,
	REAL,
	riffChunk,
	SECRET,
	withChunks,
	withRiffChunks,
	withSegments,
} from "../../../support/pictures.ts";

const KINDS = ["image/jpeg", "image/png", "image/webp"] as const;
const REALS: Record<PictureType, Uint8Array> = {
	"image/jpeg": REAL.jpeg,
	"image/png": REAL.png,
	"image/webp": REAL.webpLossy,
};
const clean = (type: PictureType, bytes: Uint8Array) => cleanPicture(type, bytes).bytes;
/** The clean picture, or the code of the refusal; anything else that is thrown fails the test. */
function outcome(type: PictureType, bytes: Uint8Array): ReturnType<typeof cleanPicture> | string {
	try {
		return cleanPicture(type, bytes);
	} catch (error) {
		if (error instanceof Refusal) return error.code;
		throw error;
	}
}

describe.each(KINDS)("%s", (type) => {
	test("without metadata stays as it was, byte for byte", () => {
		expect(cleanPicture(type, REALS[type])).toEqual({ width: 24, height: 16, bytes: REALS[type] });
	});

	test("of a telephone keeps the picture and nothing else", () => {
		expect(asLatin1(PHONE[type](1)).split(SECRET).length).toBeGreaterThan(4);
		const cleaned = clean(type, PHONE[type](1));
		if (type === "image/jpeg") {
			// Adobe's colour transform was in it and stays, without what hung behind it.
			const adobe = jpegSegment(0xee, "Adobe\0\x64\0\0\0\0\x01");
			expect(cleaned).toEqual(withSegments(REAL.jpeg, [adobe]));
		} else expect(cleaned).toEqual(REALS[type]);
	});

	test("keeps the orientation in an EXIF of its own", () => {
		const cleaned = asLatin1(clean(type, PHONE[type](6)));
		expect(cleaned.split(asLatin1(exifOf(6))).length).toBe(2);
		expect(cleaned.includes(SECRET)).toBe(false);
		expect(cleaned.length).toBeLessThan(REALS[type].length + 80);
	});

	test("cleaned twice is cleaned once", () => {
		for (const orientation of [1, 3, 6]) {
			const cleaned = clean(type, PHONE[type](orientation));
			expect(clean(type, cleaned)).toEqual(cleaned);
		}
	});

	test("that ends early is damaged, wherever it ends", () => {
		const bytes = REALS[type];
		for (let length = 0; length < bytes.length; length++)
			expect([length, outcome(type, bytes.slice(0, length))]).toEqual([length, "file.damaged"]);
	});

	test("with anything changed is refused or is a picture without metadata: nothing else is thrown", () => {
		const original = PHONE[type](6);
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
				(changes) => {
					const bytes = original.slice();
					for (const [at, byte] of changes) bytes[at] = byte;
					const result = outcome(type, bytes);
					if (typeof result === "string") return /^file\.(damaged|too_many_pixels|type_refused)$/.test(result);
					expect(outcome(type, result.bytes)).toEqual(result);
					return true;
				},
			),
			{ numRuns: 2_000 },
		);
	});

	test("garbage behind its signature is damaged", () => {
		const start = REALS[type].slice(0, 12);
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), (garbage) => {
				const result = outcome(type, join([start, garbage]));
				expect(typeof result === "string" ? result.split(".")[0] : result).toBe("file");
			}),
			{ numRuns: 500 },
		);
	});
});

describe("JPEG", () => {
	test("the thumbnail of JFIF is taken out: it may show what was cut off", () => {
		const thumbnail = jpegSegment(0xe0, `JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01abc`);
		const bytes = join([cut(REAL.jpeg, 0, 2), thumbnail, REAL.jpeg.subarray(20)]);
		expect(clean("image/jpeg", bytes)).toEqual(
			join([cut(REAL.jpeg, 0, 2), jpegSegment(0xe0, "JFIF\0\x01\x02\0\0\x01\0\x01\0\0"), REAL.jpeg.subarray(20)]),
		);
	});

	test("fill bytes before a marker are no picture", () => {
		const filled = join([cut(REAL.jpeg, 0, 2), Uint8Array.of(0xff, 0xff), REAL.jpeg.subarray(2)]);
		expect(clean("image/jpeg", filled)).toEqual(REAL.jpeg);
	});

	test("the colour profile stays", () => {
		expect(asLatin1(clean("image/jpeg", PHONE["image/jpeg"](1))).includes("ICC_PROFILE\0")).toBe(true);
	});

	test.each([
		["two frames", (frame: Uint8Array) => [frame]],
		["a marker nobody knows", () => [jpegSegment(0x02, "x")]],
		["a lossless frame", () => [jpegSegment(0xc3, "\x08\0\x10\0\x18\x01\x01\x11\0")]],
		["a length of 1", () => [Uint8Array.of(0xff, 0xfe, 0, 1)]],
		["bytes between the segments", () => [fromLatin1("GIF8")]],
	])("%s: damaged", (_, more) => {
		const at = asLatin1(REAL.jpeg).indexOf("\xff\xc0");
		const frame = cut(REAL.jpeg, at, at + 2 + viewOf(REAL.jpeg).getUint16(at + 2));
		expect(outcome("image/jpeg", withSegments(REAL.jpeg, more(frame)))).toBe("file.damaged");
	});

	test("50 megapixels pass, one column more does not", () => {
		const at = asLatin1(REAL.jpeg).indexOf("\xff\xc0");
		const sized = (width: number, height: number) => {
			const bytes = REAL.jpeg.slice();
			viewOf(bytes).setUint16(at + 5, height);
			viewOf(bytes).setUint16(at + 7, width);
			return outcome("image/jpeg", bytes);
		};
		expect(sized(10_000, 5_000)).toMatchObject({ width: 10_000, height: 5_000 });
		expect(sized(10_001, 5_000)).toBe("file.too_many_pixels");
		expect(sized(0, 16)).toBe("file.damaged");
	});
});

describe("PNG", () => {
	test("a bomb of pixels is told by its header", () => {
		const bytes = REAL.png.slice();
		viewOf(bytes).setUint32(16, 60_000);
		viewOf(bytes).setUint32(20, 60_000);
		expect(outcome("image/png", bytes)).toBe("file.too_many_pixels");
	});

	test("an orientation stays where it was: behind the picture, browsers leave it alone", () => {
		const end = REAL.png.length - 12;
		const late = (exif: Uint8Array) =>
			join([cut(REAL.png, 0, end), pngChunk("eXIf", exif), pngChunk("eXIf", exif), REAL.png.subarray(end)]);
		expect(cleanPicture("image/png", late(phoneExif(6)))).toEqual({
			width: 24,
			height: 16,
			bytes: join([cut(REAL.png, 0, end), pngChunk("eXIf", exifOf(6)), REAL.png.subarray(end)]),
		});
	});

	test("of a moving picture the still one remains", () => {
		const moving = withChunks(REAL.png, [pngChunk("acTL", "\0\0\0\x01\0\0\0\0"), pngChunk("fcTL", "\0".repeat(26))]);
		expect(clean("image/png", moving)).toEqual(REAL.png);
	});

	test.each([
		["a critical chunk nobody knows", withChunks(REAL.png, [pngChunk("XXXX", "")])],
		["a second header", withChunks(REAL.png, [REAL.png.slice(8, 33)])],
		["no data", join([REAL.png.slice(0, 33), pngChunk("IEND", "")])],
		["the data first", join([REAL.png.slice(0, 8), pngChunk("IDAT", "x"), REAL.png.subarray(8)])],
	])("%s: damaged", (_, bytes) => expect(outcome("image/png", bytes)).toBe("file.damaged"));

	test("colour and transparency stay", () => {
		const chunks = [pngChunk("gAMA", "\0\0\xb1\x8f"), pngChunk("sRGB", "\0"), pngChunk("tRNS", "\0\x01\0\x01\0\x01")];
		const bytes = withChunks(REAL.png, chunks);
		expect(clean("image/png", bytes)).toEqual(bytes);
	});
});

describe("WebP", () => {
	test("the simple format, lossy and lossless, stays as it is", () => {
		for (const webp of [REAL.webpLossy, REAL.webpLossless]) {
			const text = asLatin1(webp);
			const type = text.includes("VP8L") ? "VP8L" : "VP8 ";
			const at = text.indexOf(type);
			const image = cut(webp, at + 8, at + 8 + viewOf(webp).getUint32(at + 4, true));
			const simple = riffChunk("RIFF", join([fromLatin1("WEBP"), riffChunk(type, image)]));
			expect(cleanPicture("image/webp", simple)).toEqual({ width: 24, height: 16, bytes: simple });
		}
	});

	test("a moving one is no certificate", () => {
		const moving = withRiffChunks(REAL.webpLossy, [riffChunk("ANIM", "\0\0\0\0\0\0")], 0x02);
		expect(outcome("image/webp", moving)).toBe("file.type_refused");
	});

	test("a canvas of another size than the picture is damaged", () => {
		const bytes = REAL.webpLossy.slice();
		bytes[24] = 99;
		expect(outcome("image/webp", bytes)).toBe("file.damaged");
	});

	test("JPEG's prefix before the EXIF is understood", () => {
		const bytes = withRiffChunks(REAL.webpLossy, [riffChunk("EXIF", join([fromLatin1("Exif\0\0"), phoneExif(8)]))]);
		expect(asLatin1(clean("image/webp", bytes)).includes(asLatin1(exifOf(8)))).toBe(true);
	});
});

test("an orientation is read in both byte orders; what is unreadable is upright", () => {
	for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
		expect(orientationIn(exifOf(orientation))).toBe(orientation);
		expect(orientationIn(phoneExif(orientation))).toBe(orientation);
	}
	expect(orientationIn(exifOf(9))).toBe(1);
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
			const read = orientationIn(bytes);
			return read >= 1 && read <= 8;
		}),
	);
	expect(fromBase64("TU0=")).toEqual(fromLatin1("MM"));
});
