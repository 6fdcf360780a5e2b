/** Links that name their address elsewhere, and footnotes, in 文章. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asArticle, openArticle, RICH, selectIn, sentText } from "../support/rich-page.ts";
import { found, startWriting, type WritingServer } from "../support/writing-page.ts";
import { asSource } from "../support/writing-steps.ts";

const TEXT = "看[水管][水]、[水]與[註][^b]，再看[^a]。\n\n[水]: https://water.example\n\n[^a]: 甲 乙\n\n[^b]: **丙**\n";
let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

test("a link is its words, a reference its number, and what is below is calm; the text keeps its bytes", async () => {
	const { page, errors } = await openArticle(server, TEXT);
	const lines = page.locator(`${RICH} > .cm-line`);
	assert.equal(await lines.first().textContent(), "看水管、[水]與[註]1，再看2。");
	assert.deepEqual(await page.locator(`${RICH} .as-link`).allInnerTexts(), ["水管", "[水]"]);
	assert.deepEqual(await page.locator(`${RICH} sup`).allInnerTexts(), ["1", "2"]);
	assert.deepEqual(await page.locator(`${RICH} .as-mark`).allInnerTexts(), [
		"[水]: https://water.example",
		"[^a]:",
		"[^b]:",
	]);
	assert.equal(await sentText(page), TEXT);
	assert.deepEqual(await found(page), []);
	await asSource(page);
	await asArticle(page);
	assert.equal(await sentText(page), TEXT);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("keys go over a number at once, and one takes it away; the others are numbered anew", async () => {
	const { page } = await openArticle(server, TEXT);
	const at = TEXT.indexOf("[^b]");
	await selectIn(page, at);
	await page.keyboard.press("ArrowRight");
	await page.keyboard.type("字");
	const typed = TEXT.replace("[^b]，", "[^b]字，");
	assert.equal(await sentText(page), typed);
	await page.keyboard.press("Backspace");
	await page.keyboard.press("Backspace");
	assert.equal(await sentText(page), TEXT.replace("[^b]，", "，"));
	assert.deepEqual(await page.locator(`${RICH} sup`).allInnerTexts(), ["1"]);
	await page.keyboard.press("Control+z");
	assert.deepEqual(await page.locator(`${RICH} sup`).allInnerTexts(), ["1", "2"]);
	await page.context().close();
});

test("the tools know that words in brackets are no link", async () => {
	const { page } = await openArticle(server, TEXT);
	const link = page.getByRole("toolbar", { name: "格式" }).getByRole("button", { name: "連結" });
	await selectIn(page, TEXT.indexOf("管"));
	assert.equal(await link.getAttribute("aria-pressed"), "true");
	await selectIn(page, TEXT.indexOf("註]") + 1);
	assert.equal(await link.getAttribute("aria-pressed"), "false");
	await page.context().close();
});
