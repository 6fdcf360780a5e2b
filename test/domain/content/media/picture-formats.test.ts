import { expect, test } from "vitest";
import { formatsOf } from "#domain/content/media/pictures.ts";
import { pngChunk, REAL, withChunks } from "../../../support/pictures.ts";

test("what may be transparent has no JPEG, and what moves has no copies, for they would stand still", () => {
	const moving = Uint8Array.from(REAL.webpLossy);
	moving[20] = 0x02;
	const opaque = Uint8Array.from(REAL.webpLossy);
	opaque[20] = 0x20;
	expect(formatsOf("image/jpeg", REAL.jpeg)).toEqual(["webp", "jpeg"]);
	expect(formatsOf("image/webp", opaque)).toEqual(["webp", "jpeg"]);
	expect(formatsOf("image/webp", REAL.webpLossy)).toEqual(["webp"]);
	expect(formatsOf("image/png", REAL.png)).toEqual(["webp"]);
	expect(formatsOf("image/webp", moving)).toEqual([]);
	expect(formatsOf("image/png", withChunks(REAL.png, [pngChunk("acTL", new Uint8Array(8))]))).toEqual([]);
});
