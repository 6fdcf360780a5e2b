/** 備忘錄 in the members' list, in the hands of people: with a script by mouse, keyboard and on a phone, and without one. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Page } from "playwright-core";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { button, follow, send } from "../support/admin-steps.ts";

const LIST = "/admin/members?q=%E6%B8%AC%E8%A9%A6";
const PHONE = { viewport: { width: 360, height: 1200 }, isMobile: true, hasTouch: true };
/** 2026-03-05 01:30 UTC is 09:30 in Taipei. */
const AT = Date.UTC(2026, 2, 5, 1, 30);
const HOUR = 3_600_000;
const MEMBERS = 20;
const OTHER = "測試零";
let world: AdminServer;
let session: string;
/** The member of the present test: each has its own, so that nothing is written beside the server. */
let member = 0;
let NAME = "";

/** Members with two notes each, by two people, and one without any. */
before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "secretary@example.org");
			const run = (statement: string, ...values: unknown[]) => store.env.DB.prepare(statement).bind(...values);
			const numbers = JSON.stringify(Array.from({ length: MEMBERS }, (_, n) => 1_000 + n));
			const note = `INSERT INTO notes (notable_type, notable_id, user_id, content, created_at, updated_at)
				SELECT 'member', value, (SELECT id FROM users WHERE email = ?2), ?3, ?4, ?4 FROM json_each(?1)`;
			await store.env.DB.batch([
				run(
					`INSERT INTO members (id, name, status, created_at, updated_at)
					SELECT value, '測試' || value, 'active', 1, 1 FROM json_each(?1)`,
					numbers,
				),
				run("INSERT INTO members (id, name, status, created_at, updated_at) VALUES (999, ?1, 'active', 1, 1)", OTHER),
				run(note, numbers, "secretary@example.org", "紙本會刊改寄新北市", AT),
				run(note, numbers, "cashier@example.org", "身障證明<b>換發", AT + HOUR),
			]);
		},
	});
	member = 999;
});
after(() => world?.stop());
beforeEach(() => {
	member += 1;
	NAME = `測試${member}`;
});

async function openList(options: Parameters<typeof openTab>[1] = {}) {
	const tab = await openTab(world, { ...options, cookies: { session } });
	await tab.page.goto(LIST);
	return tab;
}

const badge = (page: Page, name = NAME) => page.getByRole("button", { name: new RegExp(`^${name}的備忘錄，`) });
const toggle = (page: Page, name = NAME) => page.getByRole("button", { name: `新增備忘錄：${name}`, exact: true });
/** Before the code has come they are links; the first touch brings it. */
const link = (page: Page, name = NAME) => page.getByRole("link", { name: new RegExp(`^${name}的備忘錄，`) });
const area = (page: Page) => page.getByRole("textbox", { name: "新增備忘錄", exact: true });
const save = (page: Page) => page.locator(".notes form button").first();
const cancel = (page: Page) => page.getByRole("button", { name: "取消", exact: true });
const shown = (page: Page): Promise<string[]> =>
	page.evaluate(
		`[...document.querySelectorAll(".notes li")].map((note) => [...note.querySelectorAll("p, b, time")].map((one) => one.textContent).join("｜"))`,
	);
const saved = (page: Page) => page.locator("#say", { hasText: "已新增備忘錄" }).waitFor({ state: "attached" });
const hasFocus = (page: Page) => page.evaluate("document.activeElement.tagName + document.activeElement.textContent");
const count = (page: Page) => badge(page).locator("b").textContent();

const NEW = "身障證明<b>換發｜許雅雯｜2026年03月05日 10:30";
const OLD = "紙本會刊改寄新北市｜林書瑜｜2026年03月05日 09:30";

async function openHistory(page: Page): Promise<void> {
	await link(page).hover();
	await badge(page).click();
	await page.locator(".notes li").first().waitFor();
}
async function openForm(page: Page): Promise<void> {
	await link(page).hover();
	await toggle(page).click();
	await area(page).waitFor();
}

test("the badge opens the history: loading is said, newest first, searched by text and author, closing forgets", async () => {
	const { page, errors } = await openList();
	let answer = () => {};
	const held = new Promise<void>((resolve) => {
		answer = resolve;
	});
	await page.route("**/notes", async (route) => {
		await held;
		await route.continue();
	});
	await link(page).hover();
	assert.equal(await count(page), "2");
	await badge(page).click();
	assert.equal(await badge(page).getAttribute("aria-expanded"), "true");
	await page.getByText("載入中...", { exact: true }).waitFor();
	answer();
	await page.locator(".notes li").first().waitFor();
	assert.deepEqual(await shown(page), [NEW, OLD]);
	assert.equal(await page.getByText("載入中...").count(), 0);
	assert.equal(await page.locator(".panel-row > td").getAttribute("colspan"), "7");

	const search = page.getByRole("searchbox", { name: "搜尋備忘錄" });
	await search.fill("新北");
	assert.deepEqual(await shown(page), [OLD]);
	await search.fill("雅雯");
	assert.deepEqual(await shown(page), [NEW]);
	await search.fill("沒有這句話");
	await page.getByText("找不到符合的備忘錄", { exact: true }).waitFor();
	assert.deepEqual(await shown(page), []);

	await badge(page).click();
	assert.equal(await badge(page).getAttribute("aria-expanded"), "false");
	assert.equal(await page.locator(".panel-row").count(), 0);
	await badge(page).click();
	await page.locator(".notes li").first().waitFor();
	assert.equal(await search.inputValue(), "");
	assert.deepEqual(await shown(page), [NEW, OLD]);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("nobody has written yet", async () => {
	const { page } = await openList();
	await link(page, OTHER).hover();
	await badge(page, OTHER).click();
	await page.getByText("尚無備註", { exact: true }).waitFor();
	await page.context().close();
});

test("the form: never sent empty or twice, says that it saves; then one more, on top of the history at once", async () => {
	const { page, errors } = await openList();
	await openHistory(page);
	await toggle(page).click();
	assert.equal(await page.evaluate("document.activeElement.tagName"), "TEXTAREA");
	await page.getByText("會員有權查詢與自己有關的備忘錄").waitFor();
	assert.equal(await save(page).isDisabled(), true);
	await area(page).fill(" 　\n ");
	assert.equal(await save(page).isDisabled(), true);
	await area(page).fill("  已寄出會員證補發\n請她簽收 ");
	assert.equal(await save(page).isDisabled(), false);
	let answer = () => {};
	const held = new Promise<void>((resolve) => {
		answer = resolve;
	});
	await page.route("**/notes", async (route) => {
		await held;
		await route.continue();
	});
	assert.equal(await save(page).textContent(), "儲存");
	await save(page).click();
	assert.equal(await save(page).textContent(), "儲存中...");
	assert.equal(await save(page).isDisabled(), true);
	await page.locator(".notes form").evaluate("(form) => form.requestSubmit()");
	answer();
	await saved(page);
	assert.equal(await count(page), "3");
	assert.equal(await area(page).isVisible(), false);
	assert.equal(await page.locator("#say").textContent(), "已新增備忘錄，共 3 則。");
	assert.equal(await hasFocus(page), `A新增備忘錄：${NAME}`);
	const [made, ...before] = await shown(page);
	assert.match(made ?? "", /^已寄出會員證補發\n請她簽收｜林書瑜｜\d{4}年\d\d月\d\d日 \d\d:\d\d$/);
	assert.deepEqual(before, [NEW, OLD]);
	assert.equal(await page.locator(".notes h2").textContent(), "備忘錄 3 則");
	// One's own of today may be corrected, those of others and of old may not.
	assert.deepEqual(await page.locator(".notes li a:visible").count(), 1);
	await toggle(page).click();
	assert.equal(await area(page).inputValue(), "");
	assert.equal(await save(page).textContent(), "儲存");
	assert.deepEqual(errors, []);
	await page.reload();
	assert.equal(await link(page).locator("b").textContent(), "3");
	await page.context().close();
});

test("a note with the history closed: counted, and there when it opens", async () => {
	const { page } = await openList();
	await openForm(page);
	await area(page).fill("先寫再看");
	await save(page).click();
	await saved(page);
	assert.equal(await page.locator(".panel-row").count(), 0);
	await badge(page).click();
	await page.locator(".notes li").nth(2).waitFor();
	assert.match((await shown(page))[0] ?? "", /^先寫再看｜/);
	await page.context().close();
});

test("what is wrong is said beside the form and nothing typed is lost; 取消 clears all of it", async () => {
	const { page } = await openList();
	await openForm(page);
	await area(page).fill("字".repeat(2_001));
	await save(page).click();
	const alert = page.locator(".notes [role=alert]");
	await alert.getByText("備忘錄最多 2,000 字", { exact: true }).waitFor();
	assert.equal(await area(page).getAttribute("aria-invalid"), "true");
	assert.equal((await area(page).inputValue()).length, 2_001);
	assert.equal(await count(page), "2");
	assert.deepEqual(await violations(page), []);

	await toggle(page).click();
	await toggle(page).click();
	assert.equal((await area(page).inputValue()).length, 2_001, "the toggle hides what was typed, and keeps it");
	await cancel(page).click();
	assert.equal(await area(page).isVisible(), false);
	assert.equal(await hasFocus(page), `A新增備忘錄：${NAME}`);
	await toggle(page).click();
	assert.equal(await area(page).inputValue(), "");
	assert.equal(await alert.isVisible(), false);
	assert.equal(await save(page).isDisabled(), true);
	await page.context().close();
});

test("a broken line: said, kept, and the same note once when it is sent again", async () => {
	const { page } = await openList();
	await openForm(page);
	await area(page).fill("只寫一次");
	// The note is saved, its answer never comes.
	await page.route("**/notes", async (route) => {
		await route.fetch();
		await route.abort();
	});
	await save(page).click();
	await page.locator(".notes [role=alert]").getByText("連線中斷，請稍後再試一次。").waitFor();
	assert.equal(await area(page).inputValue(), "只寫一次");
	await page.unroute("**/notes");
	await save(page).click();
	await saved(page);
	assert.equal(await count(page), "3");
	await badge(page).click();
	await page.locator(".notes li").nth(2).waitFor();
	assert.deepEqual(
		(await shown(page)).map((note) => note.split("｜")[0]),
		["只寫一次", "身障證明<b>換發", "紙本會刊改寄新北市"],
	);
	await page.context().close();
});

test("somebody was signed out meanwhile: the server's word, and the text stays", async () => {
	const { page } = await openList();
	await openForm(page);
	await area(page).fill("登出後寫的");
	await page.context().clearCookies();
	await save(page).click();
	const alert = page.locator(".notes [role=alert]");
	await alert.waitFor();
	assert.notEqual(await alert.textContent(), "");
	assert.equal(await area(page).inputValue(), "登出後寫的");
	await page.context().close();
});

test("by keyboard alone: Enter and Space, and the panel comes next but for the row's own links", async () => {
	const { page } = await openList();
	await link(page).focus();
	await badge(page).waitFor();
	await page.keyboard.press("Enter");
	await page.locator(".notes li").first().waitFor();
	await page.keyboard.press("Space");
	assert.equal(await badge(page).getAttribute("aria-expanded"), "false");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Space");
	await page.keyboard.type("用鍵盤寫的");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await saved(page);
	assert.equal(await count(page), "3");
	await page.context().close();
});

test("a press before the code has come counts when it is there; where it never comes, it goes to the page", async () => {
	const { page } = await openList();
	let answer = () => {};
	const held = new Promise<void>((resolve) => {
		answer = resolve;
	});
	await page.route("**/notes.island-*.js", async (route) => {
		await held;
		await route.continue();
	});
	await link(page).click();
	answer();
	await page.locator(".notes li").first().waitFor();
	assert.equal(page.url(), world.address + LIST);
	await page.reload();
	await page.unroute("**/notes.island-*.js");
	await page.route("**/notes.island-*.js", (route) => route.abort());
	await link(page, OTHER).click();
	await page.waitForURL(`**/admin/members/${999}/notes`);
	await page.context().close();
});

test("open on a desk and on a phone, by day and by night: nothing for axe, nothing wider than the screen", async () => {
	for (const options of [{}, PHONE])
		for (const colorScheme of ["light", "dark"] as const) {
			const { page } = await openList({ ...options, colorScheme });
			await openHistory(page);
			await toggle(page).click();
			// What stands under the bar at the top counts as covered.
			await page.evaluate("scrollTo(0, 0)");
			assert.deepEqual(await violations(page), [], JSON.stringify(options));
			assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
			await page.context().close();
		}
});

test("an unsaved note asks before the page is left; a saved one does not", async () => {
	const { page } = await openList();
	const asked: string[] = [];
	page.on("dialog", (dialog) => {
		asked.push(dialog.type());
		void dialog.accept();
	});
	await openForm(page);
	await area(page).fill("還沒存");
	await page.goto("/admin");
	assert.deepEqual(asked, ["beforeunload"]);
	await page.goto(LIST);
	await openForm(page);
	await area(page).fill("存好了");
	await save(page).click();
	await saved(page);
	await page.goto("/admin");
	assert.deepEqual(asked, ["beforeunload"]);
	await page.context().close();
});

test("without a script: links, a page of the notes, a form that posts and keeps what was typed", async () => {
	const { page } = await openList({ javaScriptEnabled: false });
	await follow(page, link(page));
	assert.equal(page.url(), `${world.address}/admin/members/${member}/notes`);
	assert.deepEqual(await page.locator(".note-text").allTextContents(), ["身障證明<b>換發", "紙本會刊改寄新北市"]);
	const form = page.locator("form[data-main]");
	await form.getByRole("textbox").fill("字".repeat(2_001));
	assert.equal(await send(page, "儲存"), 422);
	await page.locator("p.error", { hasText: "備忘錄最多 2,000 字" }).waitFor();
	assert.equal((await form.getByRole("textbox").inputValue()).length, 2_001);
	await form.getByRole("textbox").fill("沒有腳本也能寫");
	assert.equal(await send(page, "儲存"), 303);
	await page.getByText("已新增備忘錄。").waitFor();
	assert.deepEqual((await page.locator(".note-text").allTextContents())[0], "沒有腳本也能寫");
	await page.getByRole("searchbox", { name: "搜尋備忘錄" }).fill("雅雯");
	await follow(page, button(page, "搜尋"));
	assert.deepEqual(await page.locator(".note-text").allTextContents(), ["身障證明<b>換發"]);
	await page.goto(LIST);
	await follow(page, page.getByRole("link", { name: `新增備忘錄：${OTHER}` }));
	assert.equal(page.url(), `${world.address}/admin/members/${999}/notes#new`);
	await page.context().close();
});
