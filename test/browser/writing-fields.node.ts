/** The fields around a text in Chromium: autosave, names, places, pictures, addresses; and all of it without JavaScript. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { compose, found, startWriting, type WritingServer } from "../support/writing-page.ts";

let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

const note = (page: Page, words: string): Promise<void> => page.locator(".autosave", { hasText: words }).waitFor();
const isGuarded = (page: Page): Promise<unknown> =>
	page.evaluate("document.querySelector('#write').dataset.changed === ''");
/** The form of the style page is nobody's; this makes it one that asks before it is left. */
const guard = (page: Page): Promise<unknown> => page.evaluate("document.querySelector('#write').dataset.guard = ''");
/** Scrolls to an island until it has started; a field that takes the focus late may scroll it away again. */
const wake = (page: Page, name: string): Promise<unknown> =>
	page.evaluate(`new Promise((done) => {
		const island = document.querySelector("x-island[name=${name}]");
		const look = () => {
			if (island.dataset.state === "ready") return done();
			island.firstElementChild.scrollIntoView({ block: "nearest" });
			requestAnimationFrame(look);
		};
		look();
	})`);

test("what is typed is kept by itself, and the page may then be left", async () => {
	const { page, behind, errors } = await server.open();
	await guard(page);
	await page.locator("#write-title").focus();
	await page.keyboard.press("End");
	await page.keyboard.type("！");
	assert.equal(await isGuarded(page), true);
	await note(page, "草稿已於 10:27 自動儲存");
	assert.equal(await isGuarded(page), false);
	const [draft] = behind.drafts;
	assert.equal(draft?.seen, 0);
	assert.deepEqual(draft?.fields.title, "冬季呼吸道照護：五個每天做得到的習慣！");
	assert.deepEqual(draft?.fields.files, ["a".repeat(26), "b".repeat(26)]);
	assert.equal("attach_files" in (draft?.fields ?? {}), false);
	await page.keyboard.type("！");
	await page.waitForRequest("**/styleguide/draft");
	await note(page, "草稿已於 10:27 自動儲存");
	assert.equal(behind.drafts[1]?.seen, 1);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("a failed autosave says so, keeps the guard, and what was typed is offered again", async () => {
	const { page, behind, errors } = await server.open();
	await guard(page);
	behind.draftsAnswer = 401;
	await page.locator("#write-body").fill("尚未存到的字");
	await note(page, "尚未儲存：您已登出，請在新分頁登入");
	assert.equal(await page.locator(".autosave a").getAttribute("target"), "_blank");
	assert.equal(await isGuarded(page), true);
	behind.draftsAnswer = "offline";
	await note(page, "目前離線，內容暫存在這台電腦");
	page.on("dialog", (dialog) => void dialog.accept());
	await page.reload();
	await note(page, "未送出的內容");
	assert.match(await page.locator("#write-body").inputValue(), /^冬天氣溫/);
	behind.draftsAnswer = 200;
	await page.getByRole("button", { name: "還原" }).click();
	assert.equal(await page.locator("#write-body").inputValue(), "尚未存到的字");
	await note(page, "草稿已於 10:27 自動儲存");
	assert.equal(behind.drafts.at(-1)?.fields.body, "尚未存到的字");
	await page.reload();
	assert.equal(await page.getByRole("button", { name: "還原" }).count(), 0);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("when the network is back, what waited is sent", async () => {
	const { page, behind } = await server.open();
	behind.draftsAnswer = "offline";
	await page.locator("#write-body").fill("在火車上寫的");
	await note(page, "目前離線");
	behind.draftsAnswer = 200;
	await page.evaluate("dispatchEvent(new Event('online'))");
	await note(page, "草稿已於 10:27 自動儲存");
	assert.equal(behind.drafts[0]?.fields.body, "在火車上寫的");
	await page.context().close();
});

test("a press of 儲存 without a network leaves the text where it is", async () => {
	const { page, behind } = await server.open();
	const left: string[] = [];
	page.on("framenavigated", (frame) => left.push(frame.url()));
	behind.draftsAnswer = "offline";
	await page.context().setOffline(true);
	for (const words of ["", "在山上寫的"]) {
		if (words) await page.locator("#write-body").fill(words);
		await page.evaluate("document.querySelector('#write').requestSubmit()");
		await note(page, words ? "目前離線，內容暫存在這台電腦" : "目前離線，連上網路後再按一次");
	}
	assert.equal(await page.locator("#write-body").inputValue(), "在山上寫的");
	assert.deepEqual(left, []);
	await page.context().close();
});

test("a draft that another tab keeps stops the autosave", async () => {
	const { page, behind } = await server.open();
	behind.draftsAnswer = 409;
	await page.locator("#write-body").fill("另一個分頁");
	await note(page, "這份草稿已在另一個分頁或裝置上更新");
	await page.context().close();
});

test("names become chips: Enter, 、 and Backspace, and never in the middle of an input method's word", async () => {
	const { page, errors } = await server.open();
	await wake(page, "chips");
	const sent = page.locator('input[name="tags"]');
	const input = page.getByLabel("標籤");
	await input.focus();
	await compose(page, ["ㄐㄧㄚ", "ㄐㄧㄚ ㄕㄨˇ"], "家屬");
	await input.dispatchEvent("keydown", { key: "Enter", isComposing: true });
	assert.equal(await input.inputValue(), "家屬");
	await page.keyboard.press("Enter");
	await page.keyboard.insertText("就學、冬季");
	assert.equal(await sent.inputValue(), "冬季、呼吸照護、家屬、就學");
	await page.keyboard.press("Backspace");
	assert.equal(await sent.inputValue(), "冬季、呼吸照護、家屬");
	await page.getByRole("button", { name: "移除冬季" }).click();
	await page.keyboard.insertText("還沒按");
	assert.equal(await sent.inputValue(), "呼吸照護、家屬、還沒按");
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("the code of a field that comes in the middle of an input method's word waits for its end", async () => {
	const { page, errors } = await server.open();
	const released = Promise.withResolvers<void>();
	await page.route(/\/fields\.part-[^/]+\.js$/, async (route) => {
		await released.promise;
		await route.continue();
	});
	await page.reload({ waitUntil: "commit" });
	const input = page.getByLabel("標籤");
	await input.focus();
	await page.keyboard.press("End");
	await page.keyboard.insertText("、");
	await compose(page, ["ㄐㄧㄚ"], "");
	const come = page.waitForResponse(/\/fields\.part-/);
	released.resolve();
	const code = (await come).url();
	await page.evaluate(`import("${code}").then(() => new Promise(requestAnimationFrame))`);
	assert.equal(await input.inputValue(), "冬季、呼吸照護、ㄐㄧㄚ");
	await compose(page, ["ㄐㄧㄚ ㄕㄨˇ"], "家屬");
	await wake(page, "chips");
	assert.equal(await page.locator('input[name="tags"]').inputValue(), "冬季、呼吸照護、家屬");
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("related articles are found, put in order and taken away", async () => {
	const { page } = await server.open();
	await wake(page, "related");
	const sent = page.locator('textarea[name="related"]');
	await page.getByPlaceholder("搜尋文章標題").click();
	await page.keyboard.type("居家");
	await page.locator(".related").getByRole("option").first().waitFor();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	assert.equal(await sent.inputValue(), "home-oxygen\n居家氧氣");
	await page.getByRole("button", { name: "居家氧氣使用須知往上移" }).last().click();
	assert.equal(await sent.inputValue(), "居家氧氣\nhome-oxygen");
	await page.getByRole("button", { name: "移除居家氧氣使用須知" }).first().click();
	assert.equal(await sent.inputValue(), "home-oxygen");
	assert.deepEqual(await found(page), []);
	await page.context().close();
});

test("files are put in order by buttons and by dragging", async () => {
	const { page } = await server.open();
	await wake(page, "attachments");
	const order = () =>
		page.evaluate(`[...document.querySelectorAll(".attached")].map((row) =>
			row.querySelector("[name=files]").value[0] + row.querySelector("[name=file_positions]").value)`);
	await page.getByRole("button", { name: "冬季照護檢核表.pdf往下移" }).click();
	assert.deepEqual(await order(), ["b1", "a2"]);
	const [grip, over] = [page.locator("[data-grip]").nth(1), page.locator(".attached").first()];
	const [from, to] = [await grip.boundingBox(), await over.boundingBox()];
	assert.ok(from && to);
	await page.mouse.move(from.x + 5, from.y + 5);
	await page.mouse.down();
	await page.mouse.move(to.x + 20, to.y + 10, { steps: 4 });
	await page.mouse.up();
	assert.deepEqual(await order(), ["a1", "b2"]);
	await page.context().close();
});

type Picture = { name: string; mimeType: string; buffer: Buffer };
/** Chooses a cover, and once more when its upload broke off on a busy machine: what the page said then is printed. */
async function chooseCover(page: Page, picture: Picture): Promise<void> {
	const field = page.locator('input[name="cover_file"]');
	const shown = page.locator(".cover-picture:not([hidden])");
	for (let tries = 0; tries < 3; tries += 1) {
		await field.setInputFiles([]);
		await field.setInputFiles(picture);
		const isShown = await shown.waitFor({ timeout: 30_000 }).then(
			() => true,
			() => false,
		);
		if (isShown) return;
		console.error("The cover did not come:", await page.locator("x-island[name=cover]").textContent());
	}
	assert.fail("no cover after three tries");
}

test("a cover is uploaded when it is chosen, or taken from the library, and shown", async () => {
	const { page, behind } = await server.open();
	await wake(page, "cover");
	const id = page.locator('input[name="cover_id"]');
	const png = { name: "封面.png", mimeType: "image/png", buffer: Buffer.from("x") };
	await chooseCover(page, png);
	assert.equal(await id.inputValue(), "d".repeat(26));
	assert.equal(await page.locator('input[name="cover_file"]').inputValue(), "");
	await page.getByRole("button", { name: "移除", exact: true }).click();
	assert.equal(await id.inputValue(), "");
	await page.getByRole("button", { name: "從媒體庫選擇" }).click();
	await page.getByRole("button", { name: "窗邊的熱水" }).click();
	await page.locator(".cover-picture:not([hidden])").waitFor();
	assert.equal(await id.inputValue(), "c".repeat(26));
	behind.refused["壞.png"] = "這不是圖片。";
	await page.locator('input[name="cover_file"]').setInputFiles({ ...png, name: "壞.png" });
	await page.locator(".cover .upload", { hasText: "沒有上傳：這不是圖片。" }).waitFor();
	// It goes with the form, whose answer says the same.
	assert.notEqual(await page.locator('input[name="cover_file"]').inputValue(), "");
	await page.context().close();
});

test("a press on a button whose code has not come yet is done when it has", async () => {
	const { page } = await server.open();
	const cover = page.locator("x-island[name=cover]");
	// A button below the edge of the window: its part starts when it is seen, or pressed.
	assert.equal(await cover.getAttribute("data-state"), "waiting");
	await cover.locator("[data-choose]").evaluate((button) => Reflect.apply(Reflect.get(button, "click"), button, []));
	await page.getByRole("dialog").getByRole("button", { name: "窗邊的熱水" }).waitFor();
	await page.context().close();
});

test("the address follows the title until somebody writes one; the search result follows both", async () => {
	const { page } = await server.open();
	await page.locator(".slug summary").click();
	// A details element says that it was opened in a task of its own.
	await page.locator("input[name=slug]:focus").waitFor();
	await page.getByLabel("網址", { exact: true }).fill("");
	await page.locator("#write-title").fill("水，分次喝 Water");
	assert.equal(await page.locator("[data-address]").textContent(), "/articles/水-分次喝-water");
	await page.getByLabel("網址", { exact: true }).fill("My Slug");
	assert.equal(await page.locator("[data-address]").textContent(), "/articles/my-slug");
	await page.locator("#write summary", { hasText: "搜尋引擎" }).click();
	await wake(page, "search-result");
	await page.locator("#write-title").fill("字".repeat(40));
	// A press before this one may still move the focus; then the words would stand in another field.
	assert.equal(await page.locator("#write-title").inputValue(), "字".repeat(40));
	await page.locator("[data-hint=title]", { hasText: "太長" }).waitFor();
	assert.equal(await page.locator("[data-result=address]").textContent(), "/articles/my-slug");
	await page.getByLabel("搜尋結果的標題").fill("短的");
	await page.locator("[data-result=title]", { hasText: "短的" }).waitFor();
	await page.locator("#write-title").focus();
	await page.keyboard.press("Enter");
	assert.equal(await page.locator("#write-title").inputValue(), "字".repeat(40));
	assert.deepEqual(await found(page), []);
	await page.context().close();
});

test("the preview in another tab leaves the form ready to be sent", async () => {
	const { page } = await server.open();
	const opened = page.waitForEvent("popup");
	await page.getByRole("button", { name: "在新分頁預覽" }).click();
	await (await opened).waitForURL("**/admin/writing/preview");
	assert.equal(await page.evaluate("'sent' in document.querySelector('#write').dataset"), false);
	await page.context().close();
});

test("without JavaScript every field is there and works, and no button is dead", async () => {
	const { page } = await server.open({ javaScriptEnabled: false });
	assert.equal(await page.getByRole("toolbar").count(), 0);
	assert.equal(await page.locator(".toolbar.scripted").isVisible(), false);
	assert.match(await page.locator("#write-body").inputValue(), /^冬天氣溫/);
	await page.locator('input[name="pictures"]').waitFor();
	await page.locator('input[name="cover_file"]').waitFor();
	assert.equal(await page.locator("[data-choose]").isVisible(), false);
	assert.equal(await page.getByLabel("標籤").inputValue(), "冬季、呼吸照護");
	assert.equal(await page.getByLabel("相關文章").inputValue(), "home-oxygen");
	assert.equal(await page.getByLabel("冬季照護檢核表.pdf的順序").inputValue(), "1");
	await page.getByLabel("發布時間", { exact: true }).waitFor();
	await page.locator(".publish label", { hasText: "立即" }).click();
	assert.equal(await page.getByLabel("發布時間", { exact: true }).isVisible(), false);
	await page.locator(".slug summary").click();
	assert.equal(await page.getByLabel("網址", { exact: true }).inputValue(), "winter-airway-care");
	await page.context().close();
});

for (const width of [360, 1280])
	test(`${width} px: nothing wider than the screen, fingers find 44 px`, async () => {
		const { page } = await server.open({
			viewport: { width, height: 800 },
			hasTouch: width === 360,
			isMobile: width === 360,
		});
		for (const name of ["attachments", "chips", "cover", "related"]) await wake(page, name);
		assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
		const small = await page.evaluate(`[...document.querySelectorAll("#write button, #write summary")]
			.map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
			.filter(([, { height, width }]) => height > 0 && (height < 44 || width < 36)).map(([words]) => words)`);
		assert.deepEqual(width === 360 ? small : [], []);
		// The bars that stay in sight cover a part of what is scrolled below them.
		await page.evaluate("scrollTo(0, 0)");
		assert.deepEqual(await found(page), []);
		await page.context().close();
	});
