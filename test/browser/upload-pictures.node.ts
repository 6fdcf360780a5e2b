/** A cleaned picture looks as it did: drawn by Chromium before and after, pixel by pixel, in every orientation. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Browser, chromium, type Page } from "playwright-core";
import { cleanPicture } from "#domain/system/files/picture.ts";
import { CHROMIUM_ARGUMENTS, findChromium } from "../../scripts/chromium.ts";
import { asLatin1, PHONE, REAL, SECRET } from "../support/pictures.ts";

let browser: Browser;
let page: Page;

before(async () => {
	browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGUMENTS });
	page = await browser.newPage();
});
after(() => browser?.close());

type Drawn = { width: number; height: number; pixels: string };

/** Width, height and every pixel as the browser shows them. */
const draw = (type: string, bytes: Uint8Array): Promise<Drawn> =>
	page.evaluate(
		`(async () => {
			const image = new Image();
			image.src = "data:${type};base64,${Buffer.from(bytes).toString("base64")}";
			await image.decode();
			const canvas = document.createElement("canvas");
			const [width, height] = [image.naturalWidth, image.naturalHeight];
			Object.assign(canvas, { width, height });
			const context = canvas.getContext("2d");
			context.drawImage(image, 0, 0);
			return { width, height, pixels: context.getImageData(0, 0, width, height).data.join() };
		})()`,
	);

const KINDS = [
	["image/jpeg", REAL.jpeg],
	["image/png", REAL.png],
	["image/webp", REAL.webpLossy],
	["image/webp", REAL.webpLossless],
] as const;

for (const [type, real] of KINDS)
	for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
		test(`${type} of ${real.length} bytes, orientation ${orientation}`, async () => {
			const original = PHONE[type](orientation, real);
			const { bytes, width, height } = cleanPicture(type, original);
			const shown = await draw(type, original);
			assert.deepEqual(await draw(type, bytes), shown);
			assert.deepEqual({ width, height }, { width: shown.width, height: shown.height });
			assert.equal(asLatin1(original).includes(SECRET), true);
			assert.equal(asLatin1(bytes).includes(SECRET), false);
		});

test("the pictures differ by orientation, so that the comparison can fail", async () => {
	const upright = await draw("image/jpeg", PHONE["image/jpeg"](1));
	assert.notEqual((await draw("image/jpeg", PHONE["image/jpeg"](6))).pixels, upright.pixels);
	assert.notEqual((await draw("image/jpeg", REAL.jpeg)).pixels, (await draw("image/png", REAL.png)).pixels);
});
