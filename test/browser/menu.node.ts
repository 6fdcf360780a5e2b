/** The filter of the menu, where the user has been of late, and the letters of the home page, in Chromium against the running program. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type AdminServer, openTab, startAdmin, violations } from "../support/admin-server.ts";
import { signIn, signOut } from "../support/admin-steps.ts";

let world: AdminServer;
before(async () => {
	world = await startAdmin();
});
after(() => world?.stop());

const open = async (width = 1280): Promise<Page> => {
	const { page } = await openTab(world, { viewport: { width, height: 860 } });
	await signIn(page, "secretary@example.org");
	return page;
};
const kept = (page: Page): Promise<string | null> => page.evaluate("localStorage.getItem('visits')");
const openMenu = (page: Page): Promise<void> => page.getByRole("button", { name: "管理", exact: true }).click();
const shownLinks = (page: Page) =>
	page.locator(".menu-panel li a:visible").evaluateAll((links) => links.map((link) => link.getAttribute("href")));

/** Waits, frame by frame, until an expression holds; the page's content policy forbids what waitForFunction does. */
async function until(page: Page, expression: string): Promise<void> {
	for (let frame = 0; !(await page.evaluate(expression)); frame += 1) {
		assert.ok(frame < 2_000, expression);
		await page.evaluate("new Promise((next) => requestAnimationFrame(next))");
	}
}

test("typing narrows the menu by names and other words, and Enter opens the first; not while an input method composes", async () => {
	const page = await open();
	const commands = page.waitForResponse("**/admin/search");
	await openMenu(page);
	await commands;
	const field = page.getByLabel("找功能").first();
	await field.fill("重複");
	await until(page, "document.querySelectorAll('.menu-panel:not([hidden]) li a:not([hidden])').length === 1");
	assert.deepEqual(await shownLinks(page), ["/admin/members/duplicates"]);
	// 同一人 is no part of the name, only another word for it.
	await field.fill("同一人");
	assert.deepEqual(await shownLinks(page), ["/admin/members/duplicates"]);
	assert.deepEqual(await violations(page), []);
	await field.fill("沒有這個");
	await page.getByText("找不到這個功能").waitFor();
	await field.fill("同一人");
	await field.dispatchEvent("keydown", { key: "Enter", isComposing: true });
	assert.equal(new URL(page.url()).pathname, "/admin");
	await field.press("Enter");
	await page.waitForURL("**/admin/members/duplicates");
	await page.context().close();
});

test("the menu offers where the user has been of late, and nothing of it stays after signing out", async () => {
	const page = await open();
	for (const path of ["/admin/tasks", "/admin/members", "/admin/members/1"]) {
		await page.goto(path);
		await page.locator("h1").hover();
		await until(page, "(localStorage.getItem('visits') ?? '').includes(location.pathname.slice(0, 14))");
	}
	assert.equal(/members\/1/.test((await kept(page)) ?? ""), false);
	await page.goto("/admin");
	await openMenu(page);
	const links = page.getByRole("navigation", { name: "最近去過" }).getByRole("link");
	await links.first().waitFor();
	assert.deepEqual(await links.allTextContents(), ["會員", "任務"]);
	await page.keyboard.press("Escape");
	await signOut(page);
	await until(page, "localStorage.getItem('visits') === null");
	await page.context().close();
});

test("a letter of the home page opens its place, not in a field, and not when it is switched off", async () => {
	const page = await open();
	await page.locator("x-island[name=start-keys][data-state=ready]").waitFor();
	await page.locator(".quick-input").focus();
	await page.keyboard.press("n");
	assert.equal(await page.locator(".quick-input").inputValue(), "n");
	const letters = page.getByLabel("按字母鍵直接開啟");
	await letters.uncheck();
	await page.keyboard.press("n");
	await page.reload();
	await page.locator("x-island[name=start-keys][data-state=ready]").waitFor();
	assert.equal(await letters.isChecked(), false);
	assert.equal(new URL(page.url()).pathname, "/admin");
	await letters.check();
	await page.locator("body").dispatchEvent("keydown", { key: "n", isComposing: true });
	assert.equal(new URL(page.url()).pathname, "/admin");
	assert.deepEqual(await violations(page), []);
	await page.keyboard.press("n");
	await page.waitForURL("**/admin/members/new");
	await page.context().close();
});

test("Ctrl+K offers where one has been and what to begin; a person leads on to what can be done with them, and back", async () => {
	const page = await open();
	await page.goto("/admin/tasks");
	await page.locator("h1").hover();
	await until(page, "(localStorage.getItem('visits') ?? '').includes('/admin/tasks')");
	await page.goto("/admin");
	await page.keyboard.press("Control+k");
	const options = page.locator(".quick-hits [role=option]");
	await page.getByRole("group", { name: "最近去過" }).getByText("任務").waitFor();
	await page.getByRole("group", { name: "要做的事" }).getByRole("option").first().waitFor();
	assert.deepEqual(await violations(page), []);
	await page.keyboard.type("M0002");
	await page.getByRole("group", { name: "會員" }).getByRole("option").waitFor();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowRight");
	await options.getByText("開啟").waitFor();
	assert.deepEqual(await options.allTextContents(), ["開啟", "寫備忘錄", "登錄收款", "列印會費通知單"]);
	assert.deepEqual(await violations(page), []);
	await page.keyboard.press("ArrowLeft");
	await page.getByRole("group", { name: "會員" }).getByRole("option").waitFor();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("ArrowDown");
	await page.locator(".quick-input").dispatchEvent("keydown", { key: "Enter", isComposing: true });
	assert.equal(new URL(page.url()).pathname, "/admin");
	await page.keyboard.press("Enter");
	await page.waitForURL(/\/admin\/members\/\d+\/notes$/);
	await page.context().close();
});
