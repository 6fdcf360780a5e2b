/** Pictures among words in 文章: what they show is said in a field under them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { COMPOSED, inputMethod, openArticle, RICH, selectIn, sentText } from "../support/rich-page.ts";
import { URL_A } from "../support/rich-pictures.ts";
import { found, startWriting, type WritingServer } from "../support/writing-page.ts";

const PICTURE = `![](${URL_A})`;
const TEXT = `先看 ${PICTURE} 這裡。\n\n- 一\n- ![窗*邊*](${URL_A} "題")\n\n[![圖](${URL_A})](/a)\n`;
let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

const bar = (page: Page) => page.locator(".picture-bar");
const field = (page: Page) => bar(page).getByLabel("圖片的替代文字");
const isInText = (page: Page) => page.locator(`${RICH}:focus`).waitFor();

test("a press on a picture shows its field, in which is written what it shows", async () => {
	const { page, errors } = await openArticle(server, TEXT);
	assert.equal(await bar(page).isVisible(), false);
	await page.locator(".inline-picture img").nth(0).click();
	await field(page).click();
	await page.keyboard.type("窗邊的[熱水]");
	let wanted = TEXT.replace("![](", "![窗邊的\\[熱水\\]](");
	assert.equal(await sentText(page), wanted);
	assert.equal(await page.locator(".over[role=toolbar]").isVisible(), false);
	assert.deepEqual(await found(page), []);
	await page.locator(".inline-picture img").nth(1).click();
	assert.equal(await field(page).inputValue(), "窗*邊*");
	await field(page).fill("窗*邊*的人");
	wanted = wanted.replace("窗*邊*", "窗*邊*的人");
	assert.equal(await sentText(page), wanted);
	await bar(page).getByRole("button", { name: "移除" }).click();
	assert.equal(await sentText(page), wanted.replace(/!\[窗\*.*\)/, ""));
	await isInText(page);
	assert.equal(await bar(page).isVisible(), false);
	await page.keyboard.press("Control+z");
	assert.equal(await sentText(page), wanted);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("the keyboard selects a picture, Enter leads into its field and Escape back; an input method writes there", async () => {
	const { page } = await openArticle(server, TEXT);
	await selectIn(page, TEXT.indexOf(PICTURE));
	await bar(page).waitFor();
	await page.keyboard.press("Shift+ArrowRight");
	await page.keyboard.press("Enter");
	await bar(page).locator("input:focus").waitFor();
	const method = await inputMethod(page);
	for (const { steps, word } of COMPOSED.slice(0, 2)) await method.type(steps, word);
	const wanted = TEXT.replace("![](", "![呼吸病友](");
	assert.equal(await sentText(page), wanted);
	await page.keyboard.press("Control+z");
	await page.keyboard.press("Control+Shift+Z");
	assert.equal(await sentText(page), wanted);
	await page.keyboard.press("Escape");
	await isInText(page);
	await page.keyboard.press("ArrowRight");
	await page.keyboard.type("字");
	assert.equal(await sentText(page), wanted.replace(") 這", ")字 這"));
	await page.context().close();
});

test("beside a picture Alt+F10 leads into its field; one in a link leaves the place to the link", async () => {
	const { page } = await openArticle(server, TEXT);
	await selectIn(page, TEXT.indexOf(" 這裡"));
	await bar(page).waitFor();
	await page.keyboard.press("Alt+F10");
	await bar(page).locator("input:focus").waitFor();
	await page.keyboard.press("Escape");
	await selectIn(page, TEXT.indexOf("[![") + 1);
	await page.locator(".link-bar").waitFor();
	assert.equal(await bar(page).isVisible(), false);
	await page.context().close();
});
