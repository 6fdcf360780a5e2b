/** A certificate in Chromium: a telephone's photograph with its bar, without scripts, and the review by keys. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, type Tab, violations } from "../support/admin-server.ts";
import { button, field, send } from "../support/admin-steps.ts";

const { certificate } = paths.member;
const FILE = "證明的照片或 PDF";
const DAY = 86_400_000;
let world: AdminServer;
const sessions = { member: "", cashier: "" };

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			sessions.member = await sessionOf(store, "member@example.org");
			sessions.cashier = await sessionOf(store, "cashier@example.org");
		},
	});
});
after(() => world?.stop());

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const open = (who: keyof typeof sessions, more: Parameters<typeof openTab>[1] = {}): Promise<Tab> =>
	openTab(world, { cookies: { session: sessions[who] }, ...more });

/** A JPEG of noise, which compresses badly, as a camera makes it. */
async function photograph(page: Page, width: number, height: number): Promise<Buffer> {
	const text = await page.evaluate<string>(
		`(async () => {
			const canvas = new OffscreenCanvas(${width}, ${height});
			const context = canvas.getContext("2d");
			const picture = context.createImageData(${width}, ${height});
			for (let at = 0; at < picture.data.length; at += 65536) crypto.getRandomValues(picture.data.subarray(at, at + 65536));
			for (let at = 3; at < picture.data.length; at += 4) picture.data[at] = 255;
			context.putImageData(picture, 0, 0);
			const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 });
			const bytes = new Uint8Array(await blob.arrayBuffer());
			let text = "";
			for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
			return btoa(text);
		})()`,
	);
	return Buffer.from(text, "base64");
}

/** Width and height of a picture once it is there. */
async function sizeOf(page: Page, selector: string): Promise<unknown> {
	await page.locator(selector).waitFor();
	return page.evaluate(
		`(async (image) => (await image.decode(), [image.naturalWidth, image.naturalHeight]))(document.querySelector("${selector}"))`,
	);
}

const choose = (page: Page, buffer: Buffer, name = "IMG_0001.jpg", mimeType = "image/jpeg"): Promise<void> =>
	field(page, FILE).setInputFiles({ name, mimeType, buffer });

test("a photograph is shown, made smaller, sent with a bar, and stands on the next page", async () => {
	const { page, errors } = await open("member", PHONE);
	await page.goto(certificate.show());
	await page.locator("x-island[name=upload-form][data-state=ready]").waitFor();
	const original = await photograph(page, 3_200, 2_000);
	assert.ok(original.length > 6_000_000, `${original.length} bytes`);
	await choose(page, original);
	await page.getByAltText("您選擇的照片").waitFor();
	assert.deepEqual(await violations(page), []);

	const session = await page.context().newCDPSession(page);
	await session.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: 0,
		downloadThroughput: -1,
		uploadThroughput: 1_500_000,
	});
	await button(page, "送出證明").click();
	await page.evaluate(
		`new Promise((done) => {
			const bar = document.querySelector("[data-progress] progress");
			const look = () => (bar.checkVisibility() && bar.value > 0 && bar.value < 1 ? done() : requestAnimationFrame(look));
			look();
		})`,
	);
	assert.equal(await button(page, "上傳中...").getAttribute("aria-disabled"), "true");
	await page.getByText("已收到您的證明，審核完成會通知您。").waitFor();
	assert.deepEqual(await sizeOf(page, "a.picture img"), [2_560, 1_600]);
	await page.getByText("審核中", { exact: true }).first().waitFor();
	assert.deepEqual(await violations(page), []);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("HEIC that the browser cannot read is told at once, and nothing is sent", async () => {
	const { page } = await open("member", PHONE);
	await page.goto(certificate.show());
	await page.locator("x-island[name=upload-form][data-state=ready]").waitFor();
	const posts: string[] = [];
	page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
	await choose(page, Buffer.from("ftypheic"), "IMG_0002.HEIC", "image/heic");
	await page.getByText("這是 HEIC 照片，瀏覽器讀不了，請改存為 JPEG 再上傳").waitFor();
	await page.getByRole("button", { name: /^(送出證明|換成這一份)$/ }).click();
	await page.getByText("沒有上傳：這是 HEIC 照片").waitFor();
	assert.deepEqual(posts, []);
	await page.context().close();
});

test("what the server refuses is said beside the bar, and can be sent anew", async () => {
	const { page } = await open("member");
	await page.goto(certificate.show());
	await page.locator("x-island[name=upload-form][data-state=ready]").waitFor();
	await choose(page, Buffer.from("<!doctype html><p>"), "a.pdf", "application/pdf");
	await button(page, "換成這一份").click();
	await page.getByText("沒有上傳：檔案的內容與副檔名不符").waitFor();
	assert.deepEqual(await violations(page), []);
	await choose(page, Buffer.from("%PDF-1.7\n%%EOF\n"), "b.pdf", "application/pdf");
	await button(page, "換成這一份").click();
	await page.getByText("下載您送出的 PDF").waitFor();
	await page.context().close();
});

test("without scripts: 11 MB is refused in words, a good one is taken, replaced and taken back", async () => {
	const { page } = await open("member", { ...PHONE, javaScriptEnabled: false });
	await page.goto(certificate.show());
	await choose(page, Buffer.alloc(11 * 1024 * 1024, 1));
	assert.equal(await send(page, "換成這一份"), 422);
	await page.getByText("檔案太大，請縮小後再上傳。").first().waitFor();
	await page.goto(certificate.show());
	assert.equal(await send(page, "撤回這次申請"), 303);
	await page.getByText("已撤回，檔案也刪除了。").waitFor();
	await choose(page, await pictureOf(world));
	assert.equal(await send(page, "送出證明"), 303);
	await page.getByAltText("您送出的證明，點選看原圖").waitFor();
	await page.context().close();
});

/** A small real picture, drawn where scripts run. */
async function pictureOf({ browser }: AdminServer): Promise<Buffer> {
	const page = await browser.newPage();
	const bytes = await photograph(page, 400, 300);
	await page.close();
	return bytes;
}

const focused = "document.activeElement.name ?? ''";

test("A approves and R rejects, while no field has the focus, no input method composes, and the keys are on", async () => {
	const { page, errors } = await open("cashier");
	await page.goto(paths.admin.certificates.list());
	await page.getByRole("link", { name: "開始審查" }).click();
	await page.locator("x-island[name=review-queue][data-state=ready]").waitFor();
	const address = page.url();
	assert.deepEqual(await sizeOf(page, ".media-preview img"), [400, 300]);

	await page.locator("body").dispatchEvent("keydown", { key: "r", isComposing: true });
	assert.equal(await page.locator("#rejection").isVisible(), false);
	await page.keyboard.press("r");
	assert.equal(await page.evaluate(focused), "reason");
	await page.locator("[data-keys]").uncheck();
	await page.locator("[data-keys]").blur();
	await page.keyboard.press("a");
	assert.equal(await page.evaluate(focused), "");
	await page.locator("[data-keys]").check();
	await page.locator("[data-keys]").blur();
	await page.keyboard.press("a");
	assert.equal(await page.evaluate(focused), "valid_until");
	await page.locator("x-island[name=certificate-review][data-state=ready]").waitFor();

	const until = new Date(Date.now() + 300 * DAY);
	const roc = `${until.getUTCFullYear() - 1911}/${until.getUTCMonth() + 1}/${until.getUTCDate()}`;
	await page.keyboard.type(`${roc}a`);
	assert.equal(await page.locator("[data-read]").textContent(), "看不懂這個日期。");
	await page.keyboard.press("Backspace");
	assert.match(
		(await page.locator("[data-read]").textContent()) ?? "",
		/^\d+年\d+月\d+日（\d+年\d+月\d+日），還有 \d+ 天。$/,
	);
	assert.equal(page.url(), address);
	await page.locator("[name=valid_until]").blur();
	await Promise.all([page.waitForURL(`**${paths.admin.certificates.list()}`), page.keyboard.press("a")]);
	await page.locator(".flash", { hasText: "沒有等待審查的了。" }).waitFor();
	assert.deepEqual(errors, []);
	await page.context().close();
});
