/** Videos, files and pages that a paragraph leads to, drawn as cards in 文章. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { COMPOSED, inputMethod, openArticle, RICH, selectIn, sentText } from "../support/rich-page.ts";
import { found, give, startWriting, type WritingServer } from "../support/writing-page.ts";

const PLAYER = (title: string): string =>
	`<iframe src="https://www.youtube-nocookie.com/embed/M7lc1UVf-VE"${title} width="560" height="315" loading="lazy" allowfullscreen></iframe>`;
const FILE = "/api/v1/attachments/" + "a".repeat(26) + "/list.pdf";
const TEXT = `前文  \n二\n\n${PLAYER(' title="居家拍痰 &amp; 示範"')}\n\n[冬季照護檢核表](${FILE})\n\n[關於\\[我們\\]](/about)\n\n後文[在句中](/about)。\n`;

let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

const opened = (text: string) => openArticle(server, text);

test("a player, a file and a page are cards whose words are written in place, and nothing else changes", async () => {
	const { page, errors } = await opened(TEXT);
	const cards = page.locator(".text-card");
	assert.deepEqual(await cards.locator(".card-face b").allTextContents(), [
		"居家拍痰 & 示範",
		"冬季照護檢核表",
		"關於[我們]",
	]);
	assert.equal(await sentText(page), TEXT);
	await cards.nth(0).locator(".card-face").click();
	await page.getByLabel("影片說明").fill('拍痰 "六分鐘" <示範>');
	let wanted = TEXT.replace("居家拍痰 &amp; 示範", "拍痰 &quot;六分鐘&quot; &lt;示範&gt;");
	assert.equal(await sentText(page), wanted);
	await cards.nth(1).locator(".card-face").click();
	const words = cards.nth(1).getByLabel("顯示的文字");
	await words.fill("");
	assert.equal(await sentText(page), wanted);
	await words.focus();
	const method = await inputMethod(page);
	for (const { steps, word } of COMPOSED.slice(0, 3)) await method.type(steps, word);
	wanted = wanted.replace("冬季照護檢核表", "呼吸病友我");
	assert.equal(await sentText(page), wanted);
	assert.deepEqual(await found(page), []);
	await cards.nth(2).locator(".card-face").click();
	await cards.nth(2).getByRole("button", { name: "移除" }).click();
	assert.equal(await sentText(page), wanted.replace("[關於\\[我們\\]](/about)\n\n", ""));
	await page.keyboard.press("Control+z");
	assert.equal(await sentText(page), wanted);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("the keyboard leads into a card and back", async () => {
	const { page } = await opened(TEXT);
	await selectIn(page, 0);
	for (let nth = 0; nth < 2; nth++) await page.keyboard.press("ArrowDown");
	await page.locator(".text-card.chosen").waitFor();
	await page.keyboard.press("Enter");
	assert.equal(await page.evaluate("document.activeElement.labels?.[0]?.textContent"), "影片說明");
	await page.keyboard.press("Escape");
	await page.locator(`${RICH}:focus`).waitFor();
	await page.context().close();
});

test("the address of a video that is pasted into an empty paragraph is its player; elsewhere it is an address", async () => {
	const { page } = await opened("前文\n\n");
	await selectIn(page, 4);
	await give(page, "paste", { data: { "text/plain": "https://youtu.be/M7lc1UVf-VE" }, into: RICH });
	await page.locator(".text-card").waitFor();
	assert.equal((await sentText(page)).trimEnd(), `前文\n\n${PLAYER(' title="影片"')}`);
	await selectIn(page, 2);
	await give(page, "paste", { data: { "text/plain": "https://youtu.be/M7lc1UVf-VE" }, into: RICH });
	assert.match(await sentText(page), /^前文https:\/\/youtu\.be\/M7lc1UVf-VE\n/);
	await page.context().close();
});

test("no frame of another place is a card, and no address of another kind", async () => {
	const text = [
		'<iframe src="https://example.org/embed/1" title="x"></iframe>',
		'<iframe src="javascript:parent.hurt=1"></iframe>',
		"[甲](javascript:window.hurt=1)",
		"[乙](//example.org)",
		"[丙](/about) 和別的",
	].join("\n\n");
	const { page, errors } = await opened(text);
	assert.equal(await page.locator(".text-card").count(), 0);
	assert.equal(await page.locator(`${RICH} iframe`).count(), 0);
	assert.equal(await page.evaluate("window.hurt"), undefined);
	assert.equal(await sentText(page), text);
	assert.deepEqual(errors, []);
	await page.context().close();
});
