/** What lies over a text that is written as it means: /, the tools of a selection, links, find and replace, the phone's bar. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { compose, found, give, startWriting, type WritingServer } from "../support/writing-page.ts";

let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

const RICH = ".rich .cm-content";

/** Opens 文章 with a text; the caret stands at its end. */
async function open(text: string, options: BrowserContextOptions = {}) {
	const desk = await server.open(options);
	const { page } = desk;
	await page.locator("#write-body").fill(text);
	await page.locator("[data-view=article]").click();
	await page.locator(RICH).waitFor();
	await page.locator(RICH).focus();
	await page.keyboard.press("Control+End");
	return desk;
}
/** The text as it would be sent. */
const textOf = (page: Page): Promise<string> =>
	page.evaluate(`String(new FormData(document.querySelector("#write-body").form).get("body")).replaceAll("\\r", "")`);
const options = (page: Page): Promise<string[]> => page.locator(".slash-menu [role=option] b").allInnerTexts();
const menu = (page: Page) => page.locator(".slash-menu:popover-open");
const tools = (page: Page) => page.getByRole("toolbar", { name: "選取文字的格式" });

test("/ opens a menu that typing narrows; Enter puts in, and one undo takes it back", async () => {
	const { page, errors } = await open("一\n\n", { viewport: { width: 1280, height: 1000 } });
	await page.keyboard.type("/");
	await menu(page).waitFor();
	assert.equal((await options(page)).length, 11);
	assert.deepEqual(await found(page), []);
	await page.keyboard.type("biaoge");
	assert.deepEqual(
		(await options(page)).map((one) => one.trim()),
		["表格"],
	);
	const active = await page.locator(RICH).getAttribute("aria-activedescendant");
	assert.equal(await page.locator(`#${active}`).getAttribute("aria-selected"), "true");
	await page.keyboard.press("Enter");
	assert.equal(await textOf(page), "一\n\n| 欄一 | 欄二 |\n| --- | --- |\n| 內容 | 內容 |\n");
	await page.keyboard.press("Control+z");
	assert.equal(await textOf(page), "一\n\n/biaoge");
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("Ctrl+B begins bold words and ends them; pressed twice it leaves nothing", async () => {
	const { page } = await open("一");
	for (const key of ["Control+b", ..."bold", "Control+b", ..."plain", "Control+b", "Control+b"])
		await page.keyboard.press(key);
	assert.equal(await textOf(page), "一**bold**plain");
	await page.context().close();
});

test("words go on bold behind a space until Ctrl+B, typed and composed", async () => {
	const { page } = await open("一");
	await page.keyboard.press("Control+b");
	await page.keyboard.type("Hello big ");
	await compose(page, ["ㄕ", "ㄕˋ"], "世界");
	await page.keyboard.type(" ");
	assert.equal(await page.locator("[data-tool=bold]").getAttribute("aria-pressed"), "true");
	await page.keyboard.press("Control+b");
	assert.equal(await page.locator("[data-tool=bold]").getAttribute("aria-pressed"), "false");
	await page.keyboard.type("x");
	assert.equal(await textOf(page), "一**Hello big 世界** x");
	await page.context().close();
});

test("words of an input method are bold after Ctrl+B, and plain after it is pressed again", async () => {
	const { page } = await open("一");
	await page.keyboard.press("Control+b");
	await compose(page, ["ㄘ", "ㄘㄨ", "粗"], "粗");
	await compose(page, ["ㄗ", "ㄗˋ"], "字");
	await page.keyboard.press("Control+b");
	await compose(page, ["ㄏ", "ㄏㄡˋ"], "後");
	assert.equal(await textOf(page), "一**粗字**後");
	await page.context().close();
});

test("arrows go through the menu, Escape leaves what was typed, and a full-width ／ opens it too", async () => {
	const { page } = await open("");
	await page.keyboard.insertText("／");
	await menu(page).waitFor();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await page.keyboard.insertText("甲");
	assert.equal(await textOf(page), "- 甲");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Enter");
	await page.keyboard.type("/");
	await menu(page).waitFor();
	await page.keyboard.press("Escape");
	await menu(page).waitFor({ state: "hidden" });
	await page.keyboard.type("about");
	assert.equal(await menu(page).count(), 0);
	assert.match(await textOf(page), /\/about$/);
	assert.equal(await page.locator(RICH).getAttribute("aria-activedescendant"), null);
	await page.context().close();
});

test("the menu follows what an input method composes, and its keys stay the input method's", async () => {
	const { page } = await open("");
	await page.keyboard.type("/");
	await menu(page).waitFor();
	await compose(page, ["ㄊ", "ㄊㄨ", "ㄊㄨˊ", "圖"], "");
	assert.deepEqual(
		(await options(page)).map((one) => one.trim()),
		["圖片"],
	);
	await page.locator(RICH).dispatchEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true, bubbles: true });
	assert.ok(await menu(page).isVisible());
	await compose(page, [], "圖");
	assert.equal(await textOf(page), "/圖");
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "圖片" });
	await dialog.getByRole("button", { name: "窗邊的熱水" }).click();
	await page.locator(".text-picture").waitFor();
	assert.equal((await textOf(page)).trim(), "![窗邊的熱水](/api/v1/attachments/x/庫.jpg)");
	await page.keyboard.press("Control+z");
	assert.equal(await textOf(page), "/圖");
	await page.context().close();
});

test("a video, a file and a link to an article come from their dialogs; other addresses are refused", async () => {
	const { page, errors } = await open("");
	await page.keyboard.type("/影片");
	await page.keyboard.press("Enter");
	const video = page.getByRole("dialog", { name: "影片" });
	await video.getByLabel("影片的網址").fill("https://evil.example/watch?v=M7lc1UVf-VE");
	await video.getByRole("button", { name: "插入影片" }).click();
	await video.getByRole("alert").waitFor();
	await video.getByLabel("影片的網址").fill("https://www.youtube.com/watch?v=M7lc1UVf-VE&t=3");
	await video.getByLabel("影片說明").fill('示範"><script>');
	await page.keyboard.press("Enter");
	await video.waitFor({ state: "detached" });
	await page.locator(RICH).locator("b", { hasText: '示範"><script>' }).waitFor();
	assert.equal(
		(await textOf(page)).trim(),
		'<iframe src="https://www.youtube-nocookie.com/embed/M7lc1UVf-VE" title="示範&quot;&gt;&lt;script&gt;" width="560" height="315" loading="lazy" allowfullscreen></iframe>',
	);
	await page.keyboard.press("Control+z");
	await page.keyboard.press("Control+a");
	await page.keyboard.press("Delete");
	await page.keyboard.type("/檔案");
	await page.keyboard.press("Enter");
	await page.getByRole("dialog", { name: "檔案" }).getByRole("button", { name: "庫.jpg" }).click();
	await page.locator(RICH).locator("b", { hasText: "庫.jpg" }).waitFor();
	assert.equal((await textOf(page)).trim(), "[庫.jpg](/api/v1/attachments/x/庫.jpg)");
	await page.keyboard.press("Control+a");
	await page.keyboard.press("Delete");
	await page.keyboard.type("/lianjie");
	await page.keyboard.press("Enter");
	const link = page.getByRole("dialog", { name: "加入連結" });
	await link.getByLabel("連到哪裡").pressSequentially("氧氣");
	await link.getByRole("option").first().click();
	await link.getByRole("button", { name: "加入連結" }).click();
	await page.locator(RICH).getByText("居家氧氣使用須知").waitFor();
	assert.equal((await textOf(page)).trim(), "[居家氧氣使用須知](/articles/居家氧氣)");
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("words that are selected get tools above them, which keep the focus in the text", async () => {
	const { page } = await open("以下五件事，多年累積的習慣，供您參考。");
	await page.keyboard.press("Home");
	for (let at = 0; at < 6; at++) await page.keyboard.press("ArrowRight");
	for (let at = 0; at < 7; at++) await page.keyboard.press("Shift+ArrowRight");
	await tools(page).waitFor();
	assert.deepEqual(await found(page), []);
	const words = await page.evaluate<{ top: number }>(
		"(({ top }) => ({ top }))(getSelection().getRangeAt(0).getBoundingClientRect())",
	);
	const box = await tools(page).boundingBox();
	assert.ok(box && box.y + box.height <= words.top);
	await tools(page).getByRole("button", { name: "粗體" }).click();
	assert.equal(await textOf(page), "以下五件事，**多年累積的習慣**，供您參考。");
	assert.equal(await page.evaluate("document.activeElement.className.includes('cm-content')"), true);
	await page.locator(".over [data-use=bold][aria-pressed=true]").waitFor();
	assert.equal(await page.locator(".tools [data-tool=bold]").getAttribute("aria-pressed"), "true");
	await page.keyboard.press("Alt+F10");
	await page.keyboard.press("ArrowRight");
	assert.equal(await page.evaluate("document.activeElement.dataset.use"), "italic");
	await page.keyboard.press("Escape");
	assert.equal(await page.evaluate("document.activeElement.className.includes('cm-content')"), true);
	await page.keyboard.press("Control+b");
	assert.equal(await textOf(page), "以下五件事，多年累積的習慣，供您參考。");
	await page.locator(".tools [data-tool=quote]").click();
	assert.equal(await textOf(page), "> 以下五件事，多年累積的習慣，供您參考。");
	await compose(page, ["ㄕ"], "");
	await tools(page).waitFor({ state: "hidden" });
	await page.context().close();
});

test("a link shows where it leads and can be taken away; an address pasted over words makes one", async () => {
	const { page, errors } = await open("看[說明](https://example.org/a)和[壞](javascript:alert(1))。\n\n水");
	await page.keyboard.press("Control+Home");
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("ArrowRight");
	const bar = page.getByRole("group", { name: "連結" });
	await bar.waitFor();
	assert.equal(await bar.getByRole("link").getAttribute("href"), "https://example.org/a");
	assert.deepEqual(await found(page), []);
	await bar.getByRole("button", { name: "移除連結" }).click();
	assert.equal(await textOf(page), "看說明和[壞](javascript:alert(1))。\n\n水");
	for (let at = 0; at < 3; at++) await page.keyboard.press("ArrowRight");
	await bar.waitFor();
	await bar.getByRole("link").waitFor({ state: "detached" });
	await page.keyboard.press("Alt+F10");
	assert.equal(await page.evaluate("document.activeElement.textContent"), "修改連結");
	await page.keyboard.press("Escape");
	await page.keyboard.press("Control+End");
	await page.keyboard.press("Shift+ArrowLeft");
	await give(page, "paste", { data: { "text/plain": "https://example.org/水(一)" }, into: RICH });
	assert.match(await textOf(page), /\n\n\[水\]\(https:\/\/example\.org\/水%28一%29\)$/);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("finds and replaces, one or all, and all at once is one undo", async () => {
	const text = "水與水，Water。\n\n---\n\n全形ｗａｔｅｒ，半形water。水";
	const { page, errors } = await open(text);
	await page.keyboard.press("Control+Home");
	await page.keyboard.press("Control+f");
	const panel = page.getByRole("search", { name: "尋找與取代" });
	await panel.waitFor();
	await compose(page, ["ㄕ", "ㄕㄨ", "ㄕㄨㄟˇ"], "水");
	await panel.getByText("第 1 個，共 3 個").waitFor();
	assert.deepEqual(await found(page), []);
	await page.keyboard.press("Control+b");
	await give(page, "paste", { data: { "text/html": "<b>別的</b>", "text/plain": "別的" }, into: ".find-panel input" });
	assert.equal(await textOf(page), text);
	await page.keyboard.press("Enter");
	await panel.getByText("第 2 個，共 3 個").waitFor();
	await page.keyboard.press("Shift+Enter");
	await panel.getByText("第 1 個，共 3 個").waitFor();
	await panel.getByLabel("取代成").focus();
	await compose(page, ["竹", "竹日", "水日竹"], "湯");
	await panel.getByRole("button", { name: "取代", exact: true }).click();
	await panel.getByText("第 1 個，共 2 個").waitFor();
	assert.equal(await textOf(page), text.replace("水", "湯"));
	await panel.getByRole("button", { name: "全部取代" }).click();
	assert.equal(await textOf(page), text.replaceAll("水", "湯"));
	await page.keyboard.press("Escape");
	await panel.waitFor({ state: "hidden" });
	await page.keyboard.press("Control+z");
	assert.equal(await textOf(page), text.replace("水", "湯"));
	await page.keyboard.press("Control+z");
	assert.equal(await textOf(page), text);
	await page.keyboard.press("Control+Home");
	await page.locator(".tools [data-tool=find]").click();
	await panel.getByLabel("尋找", { exact: true }).fill("water");
	await panel.getByText("第 1 個，共 2 個").waitFor();
	await panel.getByLabel("大小寫須相符").check();
	await panel.getByText("第 1 個，共 1 個").waitFor();
	await panel.getByLabel("尋找", { exact: true }).fill("--");
	await panel.getByText("第 1 個，共 1 個").waitFor();
	// The line is drawn: it is selected whole.
	await page.keyboard.press("Escape");
	await page.keyboard.press("Delete");
	assert.doesNotMatch(await textOf(page), /---/);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("what is found in the address of a link is shown at its words", async () => {
	const { page } = await open("看[說明](https://example.org/a)。");
	await page.keyboard.press("Control+h");
	await page.keyboard.type("example.org");
	await page.locator(".rich .hit.here").getByText("說明").waitFor();
	await page.keyboard.press("Tab");
	await page.getByLabel("取代成").fill("example.com");
	await page.keyboard.press("Enter");
	assert.equal(await textOf(page), "看[說明](https://example.com/a)。");
	await page.context().close();
});

test("an empty paragraph says what can be done, and a composed word stands there alone", async () => {
	const { page } = await open("一\n\n");
	const shown = (): Promise<string> =>
		page.evaluate(`getComputedStyle(document.querySelector(".hint-line") ?? document.body, "::before").content`);
	assert.match(await shown(), /按 \/ 插入/);
	await compose(page, ["ㄨ", "ㄨㄛ"], "");
	assert.doesNotMatch(await shown(), /按/);
	await compose(page, [], "我");
	assert.equal(await textOf(page), "一\n\n我");
	await page.keyboard.press("Control+Home");
	assert.doesNotMatch(await shown(), /按/);
	await page.context().close();
});

test("on a phone a bar of 44 px stands over the keyboard, tools stay in sight, nothing is wider than the page", async () => {
	const phone = { viewport: { width: 360, height: 720 }, hasTouch: true, isMobile: true };
	const { page } = await open("每天喝水很多很多次", phone);
	const bar = page.getByRole("toolbar", { name: "常用工具" });
	await bar.waitFor();
	for (const button of await bar.getByRole("button").all()) {
		const box = await button.boundingBox();
		assert.ok(box && box.height >= 44 && box.width >= 44 && box.x >= 0 && box.x + box.width <= 360);
	}
	assert.deepEqual(await found(page), []);
	await bar.getByRole("button", { name: "標題" }).tap();
	assert.equal(await textOf(page), "## 每天喝水很多很多次");
	await bar.getByRole("button", { name: "復原" }).tap();
	assert.equal(await textOf(page), "每天喝水很多很多次");
	await page.locator(RICH).tap();
	await page.keyboard.press("Control+a");
	await tools(page).waitFor();
	const words = await page.evaluate<number>("getSelection().getRangeAt(0).getBoundingClientRect().bottom");
	assert.ok(((await tools(page).boundingBox())?.y ?? 0) >= words);
	const box = await tools(page).boundingBox();
	assert.ok(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
	await page.keyboard.press("ArrowRight");
	await bar.getByRole("button", { name: "插入其他內容" }).tap();
	await menu(page).waitFor();
	const sheet = await menu(page).boundingBox();
	const thumbs = await bar.boundingBox();
	assert.ok(sheet && sheet.x >= 0 && sheet.x + sheet.width <= 360);
	assert.ok(thumbs && sheet.y + sheet.height <= thumbs.y);
	await page.getByRole("option", { name: "分隔線" }).tap();
	assert.match(await textOf(page), /次\n\n---\n/);
	assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360);
	await page.context().close();
});
