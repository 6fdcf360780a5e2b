/** The components and the page script in Chromium, under the pages' content policy. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { CHROMIUM_ARGUMENTS, findChromium } from "../../scripts/chromium.ts";
import { serveUi, type UiServer } from "../support/ui-server.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
let server: UiServer;
let browser: Browser;

before(async () => {
	server = await serveUi();
	browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGUMENTS });
});
after(async () => {
	await browser?.close();
	server?.stop();
});

async function open(options: BrowserContextOptions = {}, path = "/light"): Promise<{ page: Page; errors: string[] }> {
	const page = await (await browser.newContext({ locale: "zh-TW", ...options })).newPage();
	const errors: string[] = [];
	page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
	page.on("pageerror", (error) => errors.push(String(error)));
	await page.goto(server.address + path);
	return { page, errors };
}

/** What axe finds, by rule; its script is run by the debugger, so that the page keeps its own policy. */
const violations = (page: Page): Promise<unknown> =>
	page.evaluate(
		`${AXE}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))`,
	);

for (const theme of ["light", "dark"])
	for (const width of [360, 1280])
		test(`every component, ${theme}, ${width} px: no violation, nothing wider than the screen, no error`, async () => {
			const { page, errors } = await open({ viewport: { width, height: 800 } }, `/${theme}`);
			assert.deepEqual(await violations(page), []);
			assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
			assert.deepEqual(errors, []);
			await page.context().close();
		});

for (const [name, last] of [
	["管理", "使用者"],
	["官網管理", "文章"],
] as const)
	test(`${name} is a button with aria-expanded; Esc closes it and gives the focus back, leaving it closes it`, async () => {
		const { page } = await open();
		const menu = page.getByRole("button", { name, exact: true });
		const state = () => menu.getAttribute("aria-expanded");
		await menu.click();
		assert.equal(await state(), "true");
		assert.deepEqual(await violations(page), []);
		await page.keyboard.press("Escape");
		assert.equal(await state(), "false");
		assert.equal(await page.evaluate("document.activeElement.textContent.trim()"), name);
		await page.keyboard.press("Enter");
		await page.getByRole("link", { name: last }).focus();
		await page.keyboard.press("Tab");
		assert.equal(await state(), "false");
		await page.context().close();
	});

test("one of both opens closes the other; on a phone one menu has both under their headings", async () => {
	const { page } = await open();
	const [staff, site] = ["管理", "官網管理"].map((name) => page.getByRole("button", { name, exact: true }));
	await staff?.click();
	await site?.click();
	assert.deepEqual(
		[await staff?.getAttribute("aria-expanded"), await site?.getAttribute("aria-expanded")],
		["false", "true"],
	);
	await page.context().close();
	const { page: phone } = await open({ viewport: { width: 360, height: 740 } });
	assert.equal(await phone.getByRole("button", { name: /管理/ }).count(), 0);
	await phone.getByRole("button", { name: "選單", exact: true }).click();
	const menu = phone.locator(".menu.narrow");
	assert.deepEqual(await menu.getByRole("heading", { level: 2 }).allTextContents(), ["管理", "官網管理"]);
	await menu.getByRole("link", { name: "文章" }).waitFor();
	assert.deepEqual(await violations(phone), []);
	await phone.context().close();
});

test("without JavaScript the menu opens, passwords have no dead button, and a file can be chosen", async () => {
	const { page } = await open({ javaScriptEnabled: false });
	await page.locator(".menu-btn:has-text('官網管理')").click();
	await page.getByRole("link", { name: "文章" }).waitFor();
	assert.equal(await page.locator("[data-show]").isVisible(), false);
	await page.getByLabel("匯款證明").waitFor();
	await page.context().close();
});

test("Ctrl+K leads to the search, arrows choose a hit, Enter goes there; not while an input method composes", async () => {
	const { page } = await open();
	await page.locator("body").dispatchEvent("keydown", { key: "k", ctrlKey: true, isComposing: true });
	assert.equal(await page.evaluate("document.activeElement.className"), "error-summary");
	await page.keyboard.press("Control+k");
	await page.getByText("可以搜尋會員、收據。").waitFor();
	await page.keyboard.type("方");
	await page.locator(".quick-hits [role=option]").nth(2).waitFor();
	assert.equal(await page.getByRole("group", { name: "收據" }).getByRole("option").count(), 2);
	await page.keyboard.press("Escape");
	assert.equal(await page.locator(".quick-hits").count(), 0);
	await page.keyboard.press("ArrowUp");
	assert.equal(await page.locator(".quick-hits [aria-selected=true]").textContent(), "全部 7 張收據");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	assert.equal(await page.locator(".quick-hits [aria-selected=true] b").textContent(), "115-000231");
	assert.deepEqual(await violations(page), []);
	await page.locator(".quick-input").dispatchEvent("keydown", { key: "Enter", isComposing: true });
	assert.equal(page.url(), `${server.address}/light`);
	await page.keyboard.press("Enter");
	await page.waitForURL("**/found?2");
	await page.context().close();
});

test("the error summary has the focus and leads to its field", async () => {
	const { page } = await open();
	assert.equal(await page.evaluate("document.activeElement.className"), "error-summary");
	await page.getByRole("link", { name: "請選擇身分" }).click();
	assert.equal(await page.evaluate("document.activeElement.id"), "member-identity");
	await page.context().close();
});

test("Ctrl+S sends the main form once, however often it is pressed", async () => {
	const { page } = await open();
	const posts: string[] = [];
	// An answer without content leaves the page where it is, as a slow one would.
	await page.route("**/light", (route) => {
		posts.push(route.request().method());
		return route.fulfill({ status: 204 });
	});
	await page.locator("#member-name").fill("方以晴子");
	const answered = page.waitForResponse("**/light");
	await page.keyboard.press("Control+s");
	await answered;
	await page.keyboard.press("Control+s");
	await page.evaluate("document.querySelector('form[data-main] .primary').click()");
	assert.equal(await page.evaluate("'sent' in document.querySelector('form[data-main]').dataset"), true);
	assert.deepEqual(posts, ["POST"]);
	await page.context().close();
});

test("the button that was pressed says what happens while its form is on its way", async () => {
	const { page } = await open();
	await page.route("**/*", (route) => route.fulfill({ status: 204 }));
	await page.getByRole("button", { name: "儲存會員資料" }).click();
	await page.getByRole("button", { name: "儲存中...", disabled: true }).nth(1).waitFor();
	await page.context().close();
});

test("a page with unsaved changes asks before it is left; one without does not", async () => {
	const { page } = await open();
	const asked: string[] = [];
	page.on("dialog", (dialog) => {
		asked.push(dialog.type());
		void dialog.accept();
	});
	await page.locator("#page-lead").fill("沒有看守的表單");
	await page.evaluate("document.querySelector('[data-main]').removeAttribute('data-changed')");
	await page.goto(`${server.address}/dark`);
	assert.deepEqual(asked, []);
	await page.locator("#member-name").fill("方以");
	await page.goto(`${server.address}/light`);
	assert.deepEqual(asked, ["beforeunload"]);
	await page.context().close();
});

test("chosen rows are counted, a whole page at once; the bulk actions appear with the first", async () => {
	const { page } = await open();
	const actions = page.getByRole("button", { name: "匯出所選" });
	assert.equal(await actions.isVisible(), false);
	await page.getByLabel("選取 何宗霖").check();
	await page.getByText("已選 1 位").waitFor();
	await page.getByLabel("本頁全選").check();
	await page.getByText("已選 4 位").waitFor();
	await actions.waitFor();
	// The box of the page is ticked before the code of the band came.
	await page.reload();
	await page.getByLabel("本頁全選").check();
	await page.getByText("已選 4 位").waitFor();
	await page.context().close();
});

test("a chosen side of a conflict is in the field, and what is typed after it wins", async () => {
	const { page } = await open();
	await page.getByLabel("用對方已儲存的").check();
	assert.equal(await page.locator("#page-lead").inputValue(), "出院後的第一個月，是最需要陪伴的時候。");
	assert.equal(await page.locator('[name="_theirs.lead"]').isDisabled(), true);
	await page.context().close();
});

test("on paper a list is a table without its tools", async () => {
	const { page } = await open({ viewport: { width: 700, height: 900 } });
	await page.emulateMedia({ media: "print" });
	const shape = "getComputedStyle(document.querySelector('.cards tbody tr')).display";
	assert.equal(await page.evaluate(shape), "table-row");
	for (const gone of [".topbar", ".filters", ".bulk", ".pager", ".sheet-acts"])
		assert.equal(await page.locator(gone).first().isVisible(), false, gone);
	await page.getByText("秘書長").waitFor();
	await page.context().close();
});
