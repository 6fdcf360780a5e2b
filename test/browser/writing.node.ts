/** The editor of texts in Chromium: typing, tools, input methods, pictures, pasted texts, links and the preview. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { keysWithinFrame, LONG, typist } from "../support/typist.ts";
import { compose, found, give, startWriting, type WritingServer } from "../support/writing-page.ts";

let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

const BODY = "#write-body";
const textOf = (page: Page): Promise<string> => page.locator(BODY).inputValue();
/** Puts a text there as the page does, the caret or a selection in it. */
const put = (page: Page, text: string, from = text.length, to = from): Promise<void> =>
	page.locator(BODY).evaluate(
		(area, [value, a, b]) => {
			Object.assign(area, { value });
			Reflect.apply(Reflect.get(area, "focus"), area, []);
			Reflect.apply(Reflect.get(area, "setSelectionRange"), area, [a, b]);
		},
		[text, from, to] as const,
	);

/** When the text has become so; `condition` is about `text`. */
const when = (page: Page, condition: string): Promise<unknown> =>
	page.evaluate(
		`new Promise((done) => {
			const look = () =>
				((text) => ${condition})(document.querySelector("${BODY}").value) ? done() : requestAnimationFrame(look);
			look();
		})`,
	);

test("a view that is chosen once more before its code has come is there once", async () => {
	const { page, errors } = await server.open();
	await page.locator("[data-view=article]").click();
	await page.locator(".rich .cm-content").waitFor();
	const released = Promise.withResolvers<void>();
	await page.route(/\/start-[^/]+\.js$/, async (route) => {
		await released.promise;
		await route.continue();
	});
	const asked = page.waitForRequest(/\/start-[^/]+\.js$/);
	await page.reload({ waitUntil: "commit" });
	await asked;
	for (const view of ["source", "article", "source", "article"]) await page.locator(`[data-view=${view}]`).click();
	released.resolve();
	await page.locator(".rich:not([hidden]) .cm-content").first().waitFor();
	assert.equal(await page.locator(".cm-content").count(), 1);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("a key in a text of 200 KB takes less than a frame", async (t) => {
	const bare = await (await server.browser.newContext()).newPage();
	await bare.setContent('<!doctype html><textarea id="bare" cols="90" rows="20"></textarea>');
	const { page } = await server.open();
	const { holds, rounds } = await keysWithinFrame(await typist(bare, "#bare", LONG), await typist(page, BODY, LONG));
	for (const round of rounds) t.diagnostic(round);
	assert.match(await textOf(page), /a{60}/);
	assert.ok(holds, rounds.join("; "));
	await bare.context().close();
	await page.context().close();
});

test("tools change the text, and undo takes each change back", async () => {
	const { page, errors } = await server.open();
	await put(page, "每天喝水", 0, 2);
	await page.keyboard.press("Control+b");
	assert.equal(await textOf(page), "**每天**喝水");
	await page.keyboard.press("Control+i");
	assert.equal(await textOf(page), "***每天***喝水");
	await page.keyboard.press("Control+z");
	await page.keyboard.press("Control+z");
	assert.equal(await textOf(page), "每天喝水");
	await page.getByRole("toolbar", { name: "格式" }).getByRole("button", { name: "標題" }).click();
	await page.keyboard.press("End");
	await page.keyboard.press("Enter");
	await page.keyboard.type("- 溫水");
	await page.keyboard.press("Enter");
	await page.keyboard.type("熱水");
	await page.keyboard.press("Enter");
	await page.keyboard.press("Enter");
	await page.keyboard.type("完");
	assert.equal(await textOf(page), "## 每天喝水\n- 溫水\n- 熱水\n完");
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("the tools are one stop of Tab; arrows, Home and End go along", async () => {
	const { page } = await server.open();
	await page.locator("[data-tool=h2]").focus();
	const here = () => page.evaluate("document.activeElement.dataset.tool ?? document.activeElement.dataset.view");
	await page.keyboard.press("ArrowRight");
	assert.equal(await here(), "h3");
	await page.keyboard.press("End");
	assert.equal(await here(), "rule");
	await page.keyboard.press("ArrowRight");
	assert.equal(await here(), "h2");
	await page.keyboard.press("Tab");
	assert.equal(await here(), "article");
	await page.context().close();
});

test("no key of ours acts while an input method composes", async () => {
	const { page } = await server.open();
	await put(page, "- 水");
	await compose(page, ["ㄧ", "ㄧㄠ", "ㄧㄠˋ"], "");
	for (const key of ["Enter", "b", "k"])
		await page.locator(BODY).dispatchEvent("keydown", { key, ctrlKey: key !== "Enter", isComposing: true });
	assert.equal(await textOf(page), "- 水ㄧㄠˋ");
	assert.equal(await page.locator("dialog[open]").count(), 0);
	await compose(page, [], "藥");
	await page.keyboard.press("Enter");
	await compose(page, ["ㄏㄨㄟˋ"], "會費");
	assert.equal(await textOf(page), "- 水藥\n- 會費");
	await page.context().close();
});

test("Ctrl+K makes a link in the text, found by its title; elsewhere it leads to the search", async () => {
	const { page, errors } = await server.open();
	await put(page, "請看氧氣一文", 2, 4);
	await page.keyboard.press("Control+k");
	await page.getByRole("dialog", { name: "加入連結" }).waitFor();
	assert.deepEqual(await found(page), []);
	await page.keyboard.type("居家");
	await page.locator("dialog").getByRole("option").first().waitFor();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	assert.equal(await page.getByLabel("連到哪裡").inputValue(), "/articles/居家氧氣");
	await page.keyboard.press("Enter");
	await page.locator("dialog").waitFor({ state: "detached" });
	assert.equal(await textOf(page), "請看[氧氣](/articles/居家氧氣)一文");
	await page.keyboard.press("Control+k");
	await page.getByRole("dialog", { name: "修改連結" }).waitFor();
	await page.getByLabel("連到哪裡").fill("沒有這個地方");
	await page.getByRole("button", { name: "更新連結" }).click();
	await page.getByText("請輸入網址，或從找到的內容選一篇。").waitFor();
	await page.getByLabel("連到哪裡").fill("www.example.org");
	// What is found stands between the field and the button, and goes with the focus: not from under the pointer.
	await page.locator("dialog .finder-box").waitFor();
	await page.getByRole("button", { name: "更新連結" }).click();
	await page.locator("dialog").waitFor({ state: "detached" });
	assert.equal(await textOf(page), "請看[氧氣](https://www.example.org)一文");
	await page.locator("#write-title").focus();
	await page.keyboard.press("Control+k");
	assert.equal(await page.evaluate("document.activeElement.className"), "quick-input");
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("pictures are uploaded from a paste, several at once; one that is refused leaves nothing behind", async () => {
	const { page, behind, errors } = await server.open();
	behind.refused["太大.png"] = "圖片超過 50 百萬像素。";
	await put(page, "前後", 1);
	await give(page, "paste", {
		files: [
			{ name: "一.png", type: "image/png", width: 40, height: 30 },
			{ name: "太大.png", type: "image/png", width: 40, height: 30 },
		],
	});
	await page.locator(".upload", { hasText: "沒有上傳：圖片超過 50 百萬像素。" }).waitFor();
	await when(page, '!text.includes("上傳中")');
	assert.equal(await textOf(page), "前\n\n![](/api/v1/attachments/d/一.png)\n\n後");
	assert.deepEqual(await found(page), []);
	await page.getByRole("button", { name: "關閉 太大.png 的訊息" }).click();
	assert.equal(await page.locator(".writing .uploads").isVisible(), false);
	await put(page, "前後", 1);
	await give(page, "drop", { files: [{ name: "太大.png", type: "image/png", width: 40, height: 30 }] });
	await page.locator(".upload", { hasText: "沒有上傳" }).waitFor();
	await when(page, 'text === "前後"');
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("a picture over 2,560 px is made smaller first; HEIC that nobody can read is told so", async () => {
	const { page, behind } = await server.open();
	await give(page, "drop", { files: [{ name: "大.jpg", type: "image/jpeg", width: 4_000, height: 1_000 }] });
	await when(page, 'text.includes("/api/v1/attachments/d/大.jpg")');
	const [body = Buffer.alloc(0)] = behind.uploads;
	// Height and width stand in the frame header of a JPEG (ISO/IEC 10918-1, B.2.2).
	const frame = body.indexOf(Buffer.from([0xff, 0xc0]));
	assert.deepEqual([body.readUInt16BE(frame + 7), body.readUInt16BE(frame + 5)], [2_560, 640]);
	await give(page, "paste", { files: [{ name: "IMG_1.HEIC", type: "" }] });
	await page.locator(".upload", { hasText: "請改存為 JPEG" }).waitFor();
	assert.equal(behind.uploads.length, 1);
	await page.context().close();
});

test("a picture of the library comes into the text with its alt text", async () => {
	const { page } = await server.open();
	await put(page, "");
	await page.locator("[data-tool=picture]").click();
	await page.getByRole("button", { name: "窗邊的熱水" }).waitFor();
	assert.deepEqual(await found(page), []);
	await page.getByRole("button", { name: "窗邊的熱水" }).click();
	await when(page, 'text !== ""');
	assert.equal(await textOf(page), "![窗邊的熱水](/api/v1/attachments/x/庫.jpg)\n");
	await page.context().close();
});

const WORD = `<html><head><style>p{color:red}</style></head><body><h1>一、出門</h1><p class=MsoNormal><b>先</b>暖<span style='font-style:italic'>空氣</span>，見<a href="https://example.org/a b">這裡</a>。</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>口罩</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>圍巾</p><p>1. 不是*清單*</p><img src=x onerror="window.hit=1"><script>window.hit=1</script></body></html>`;
const DOCS = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:700">標題</span></h2><p><span style="font-weight:400">平</span><span style="font-weight:700">粗</span></p><ol><li><p><span>一</span></p></li><li><p>二</p></li><ul><li><p>深</p></li></ul></ol></b>`;

test("texts from Word and Google Docs come as Markdown, and nothing in them runs", async () => {
	const { page, errors } = await server.open();
	await put(page, "");
	await give(page, "paste", { data: { "text/html": WORD, "text/plain": "一、出門" } });
	await when(page, 'text !== ""');
	assert.equal(
		await textOf(page),
		"## 一、出門\n\n**先**暖*空氣*，見[這裡](https://example.org/a%20b)。\n\n- 口罩\n- 圍巾\n\n1\\. 不是\\*清單\\*",
	);
	await put(page, "");
	await give(page, "paste", { data: { "text/html": DOCS, "text/plain": "標題" } });
	await when(page, 'text !== ""');
	assert.equal(await textOf(page), "## 標題\n\n平**粗**\n\n1. 一\n2. 二\n   - 深");
	assert.equal(await page.evaluate("window.hit"), undefined);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("the preview is asked for only while it is shown, keeps its place and shows what to look at", async () => {
	const { page, behind, errors } = await server.open({ viewport: { width: 1280, height: 900 } });
	behind.preview = {
		html: `<h2 id="main">標題</h2>${"<p>段落</p>".repeat(80)}<a href="#main">回去</a>`,
		checks: [{ kind: "alt", words: "圖片沒有替代文字", excerpt: "照片.jpg" }],
	};
	await put(page, "第一");
	await page.keyboard.type("版");
	await page.getByRole("button", { name: "並排" }).click();
	await page.locator(".checks", { hasText: "發布前可以看看 1 處" }).waitFor();
	assert.deepEqual(behind.previews, ["第一版"]);
	const prose = page.locator(".writing .prose");
	await prose.evaluate((pane) => Object.assign(pane, { scrollTop: 500 }));
	const answered = page.waitForResponse("**/admin/writing/preview");
	await page.locator(BODY).focus();
	await page.keyboard.press("Control+End");
	await page.keyboard.type("本");
	await answered;
	await page.locator(".writing .prose:not([aria-busy])").waitFor();
	assert.equal(await prose.evaluate((pane) => Reflect.get(pane, "scrollTop")), 500);
	assert.equal(await page.locator("#main").count(), 1);
	assert.deepEqual(await found(page), []);
	await page.getByRole("button", { name: "原始碼" }).click();
	assert.equal(await page.locator(".checks").isVisible(), false);
	assert.deepEqual(behind.previews, ["第一版", "第一版本"]);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("a text is opened where somebody can write, also after 預覽", async () => {
	const { page } = await server.open();
	const shown = (view: string) => page.locator(`.panes[data-shown=${view}]`).waitFor();
	for (const view of ["article", "preview"]) {
		await page.locator(`[data-view=${view}]`).click();
		await shown(view);
	}
	await page.reload();
	await shown("article");
	await page.context().close();
});
