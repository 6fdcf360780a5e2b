/** What stands around a text in the real editor: the bar, what to look at before it is public, and two panes that scroll together. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { type AdminServer, startAdmin, violations } from "../support/admin-server.ts";
import { bodyOf, deskOf, NEW_ARTICLE, openEditor, save, textOf, titleOf } from "../support/writing-steps.ts";

const EDITOR = "editor@example.org";
const DESK = { viewport: { width: 1280, height: 860 } };
let world: AdminServer;
before(async () => {
	world = await startAdmin();
});
after(() => world?.stop());

const bar = (page: Page) => page.getByRole("region", { name: "文章的狀態與動作" });
const panel = (page: Page) => page.getByRole("complementary", { name: "發布前看一下" });
const publish = (page: Page) => bar(page).getByRole("button", { name: "發布", exact: true });
const ready = (page: Page): Promise<void> =>
	page.locator("x-island[name=look][data-state=ready]").waitFor({ state: "attached" });
/** When a condition holds; a page's own policy forbids what waits by a text of code. */
const until = (page: Page, condition: string): Promise<unknown> =>
	page.evaluate(
		`new Promise((done) => {
			const look = () => ((${condition}) ? done() : requestAnimationFrame(look));
			look();
		})`,
	);

test("the bar stays in sight; 復原 takes back what was typed; the page has one heading", async () => {
	const { page, errors } = await deskOf(world, EDITOR, DESK);
	await openEditor(page);
	await bodyOf(page).fill("段落\n\n".repeat(60));
	assert.deepEqual(await page.locator("h1").allTextContents(), ["新增文章"]);
	await page.mouse.wheel(0, 2_000);
	await until(page, "scrollY > 0");
	assert.equal(
		await bar(page).evaluate((one) => Math.round(Reflect.get(one, "getBoundingClientRect").call(one).top)),
		48,
	);
	await bodyOf(page).fill("");
	await bodyOf(page).pressSequentially("每天喝水");
	await bar(page).getByRole("button", { name: "復原" }).click();
	await until(page, "document.querySelector('#f-body').value !== '每天喝水'");
	assert.deepEqual(await violations(page), []);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("發布 shows what to look at, each with a way to its place; what was changed is looked at anew", async () => {
	const { page, errors } = await deskOf(world, EDITOR, DESK);
	await openEditor(page);
	await ready(page);
	await titleOf(page).fill("冬季呼吸道照護");
	await bodyOf(page).fill("第一段。\n\n## 一、出門\n\n[舊文](/articles/nowhere)\n\n<b onclick=alert(1)>粗</b>");
	await publish(page).click();
	await panel(page).waitFor();
	assert.equal(await page.evaluate("document.activeElement.textContent"), "發布前看一下");
	assert.deepEqual(await panel(page).locator("li.warn b").allTextContents(), [
		"沒有摘要",
		"找不到這個網址的文章，請確認網址，或移除連結",
	]);
	assert.equal(await page.locator("form .btn.primary:visible, .ed-bar .btn.primary:visible").count(), 1);
	assert.deepEqual(await violations(page), []);
	await page.locator("[data-view=article]").click();
	await page.locator(".panes[data-shown=article]").waitFor();
	await panel(page).getByRole("link", { name: "到這一處" }).click();
	await until(
		page,
		"getSelection().toString().includes('nowhere') || document.activeElement.className.includes('cm-content')",
	);
	await panel(page).getByRole("link", { name: "寫摘要" }).click();
	assert.equal(await page.evaluate("document.activeElement.name"), "excerpt");
	await page.keyboard.insertText("一句話。");
	await panel(page).getByRole("button", { name: "仍要發布" }).click();
	await panel(page).locator("li.warn").nth(1).waitFor({ state: "detached" });
	assert.deepEqual(await panel(page).locator("li.warn b").allTextContents(), [
		"找不到這個網址的文章，請確認網址，或移除連結",
	]);
	await page.keyboard.press("Escape");
	await panel(page).waitFor({ state: "detached" });
	assert.equal(await page.evaluate("document.activeElement.closest('.ed-bar') !== null"), true);
	await page.locator("[data-view=source]").click();
	await bodyOf(page).fill("第一段。");
	await publish(page).click();
	await page.getByText("已發布。", { exact: true }).waitFor();
	// Ctrl+S of a public text looks first too.
	await ready(page);
	await page.getByRole("textbox", { name: "摘要" }).fill("");
	await page.keyboard.press("Control+s");
	await page.getByRole("complementary", { name: "更新前看一下" }).waitFor();
	await page.getByRole("button", { name: "仍要更新官網" }).click();
	await page.getByText("已儲存。", { exact: true }).waitFor();
	await save(page, "下架");
	await page.getByRole("button", { name: "復原", exact: true }).last().scrollIntoViewIfNeeded();
	await page.locator("form.undo button").click();
	await page.locator(".ed-bar").getByText("已發布").waitFor();
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("without JavaScript the same choices lose nothing of the form", async () => {
	const { page } = await deskOf(world, EDITOR, { ...DESK, javaScriptEnabled: false });
	await page.goto(NEW_ARTICLE);
	await titleOf(page).fill("沒有程式");
	await bodyOf(page).fill("內文。");
	await page.getByLabel("標籤", { exact: true }).fill("冬季");
	await publish(page).click();
	await panel(page).waitFor();
	assert.deepEqual(
		[await textOf(page), await page.getByLabel("標籤", { exact: true }).inputValue()],
		["內文。", "冬季"],
	);
	await panel(page).getByRole("button", { name: "仍要發布" }).click();
	await page.getByText("已發布。", { exact: true }).waitFor();
	await page.context().close();
});

test("at 360 px nothing is wider than the screen, and the panel comes up over the text", async () => {
	const { page } = await deskOf(world, EDITOR, { viewport: { width: 360, height: 740 }, hasTouch: true });
	await openEditor(page);
	await ready(page);
	await titleOf(page).fill("手機");
	await bodyOf(page).fill("內文。");
	await page.locator(".editor-end").getByRole("button", { name: "發布", exact: true }).click();
	await panel(page).waitFor();
	assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360);
	assert.deepEqual(await violations(page), []);
	await panel(page).getByRole("link", { name: "先補這 1 項" }).click();
	await panel(page).waitFor({ state: "detached" });
	assert.equal(await page.evaluate("document.activeElement.name"), "excerpt");
	await page.context().close();
});

test("並排 scrolls both panes together, block by block, and comes to rest", async () => {
	const { page, errors } = await deskOf(world, EDITOR, DESK);
	await page.goto(paths.admin.articles.create());
	await openEditor(page);
	// What has no element of its own, or is a heading by another sign, stands between.
	const between = (at: number) => `小標\n---\n\n[^${at}]: 註 腳\n\n[a${at}]: https://a.example\n\n`;
	const section = (at: number) =>
		`## 第 ${at} 節\n\n${at % 3 === 1 ? between(at) : ""}${"很長的一段文字，".repeat(at % 3 === 0 ? 80 : 6)}\n\n- 一\n- 二`;
	await bodyOf(page).fill(Array.from({ length: 24 }, (_, at) => section(at + 1)).join("\n\n"));
	await page.locator("[data-view=both]").click();
	await page.locator(".prose h2").nth(31).waitFor();
	await until(page, "performance.getEntriesByType('resource').some((one) => one.name.includes('scroll-together'))");
	const top = (selector: string) => page.locator(selector).evaluate((one) => Number(Reflect.get(one, "scrollTop")));
	const far = (at: number) =>
		page
			.locator(".prose h2", { hasText: "節" })
			.nth(at)
			.evaluate((one) => Number(Reflect.get(one, "offsetTop")));
	/** How far down the heading of a section stands in the plain field: as high as a field that ends before it is. */
	const written = (at: number): Promise<number> =>
		page.evaluate(
			`(() => {
				const area = document.querySelector("#f-body");
				const copy = area.cloneNode();
				copy.value = area.value.slice(0, area.value.indexOf("## 第 ${at + 1} 節"));
				copy.style.blockSize = copy.style.minBlockSize = "0";
				area.after(copy);
				const { paddingBlockEnd, lineHeight } = getComputedStyle(copy);
				const top = copy.scrollHeight - Number.parseFloat(paddingBlockEnd) - Number.parseFloat(lineHeight);
				copy.remove();
				return top;
			})()`,
		);
	const rested = () =>
		page.evaluate(
			`new Promise((done) => {
				let [was, same] = ["", 0];
				const look = () => {
					const now = [document.querySelector("#f-body").scrollTop, document.querySelector(".prose").scrollTop].join();
					same = now === was ? same + 1 : 0;
					was = now;
					if (same > 20) done(now); else requestAnimationFrame(look);
				};
				look();
			})`,
		);
	await page.locator(".prose").evaluate((one) => Object.assign(one, { scrollTop: 1 }));
	await rested();
	for (const at of [5, 17, 11]) {
		const to = await far(at);
		await page.locator(".prose").evaluate((one, y) => Object.assign(one, { scrollTop: y }), to);
		await until(page, "document.querySelector('#f-body').scrollTop > 0");
		await rested();
		const text = await top("#f-body");
		assert.ok(Math.abs(text - (await written(at))) < 60, `section ${at}: ${text} for ${await written(at)}`);
		// Back from there the other pane is where it was: the two agree.
		await page.locator("#f-body").evaluate((one, y) => Object.assign(one, { scrollTop: y + 1 }), text);
		await rested();
		assert.ok(Math.abs((await top(".prose")) - to) < 40, `section ${at}: ${await top(".prose")} for ${to}`);
	}
	await bodyOf(page).focus();
	await page.keyboard.press("Control+End");
	await rested();
	const most = await page
		.locator(".prose")
		.evaluate((one) => Number(Reflect.get(one, "scrollHeight")) - Number(Reflect.get(one, "clientHeight")));
	assert.ok(Math.abs((await top(".prose")) - most) < 40);
	assert.deepEqual(errors, []);
	await page.context().close();
});
