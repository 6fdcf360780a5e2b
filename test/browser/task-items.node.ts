/** The checklist of a task in the hands of people: ticked at once, by two at once, without a line, without a script, by keyboard. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Page } from "playwright-core";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";

const PHONE = { viewport: { width: 360, height: 900 }, isMobile: true, hasTouch: true };
let world: AdminServer;
let sessions: { secretary: string; cashier: string };

before(async () => {
	world = await startAdmin({
		prepare: async ({ env }) => {
			await env.DB.batch([
				env.DB.prepare(
					`INSERT INTO tasks (id, title, rank, assignee_id, created_at, updated_at)
					SELECT 1, '辦年會', 1, id, 1, 1 FROM users WHERE email = 'cashier@example.org'`,
				),
				...["訂場地", "買便當", "印資料"].map((text, n) =>
					env.DB.prepare(
						"INSERT INTO task_items (id, task_id, text, position, created_at, updated_at) VALUES (?1, 1, ?2, ?1, 1, 1)",
					).bind(n + 1, text),
				),
			]);
		},
	});
	sessions = {
		secretary: await sessionOf(world, "secretary@example.org"),
		cashier: await sessionOf(world, "cashier@example.org"),
	};
});
after(() => world?.stop());
beforeEach(async () => void (await world.env.DB.prepare("UPDATE task_items SET is_done = 0").run()));

const stored = async (): Promise<string> => {
	const { results } = await world.env.DB.prepare("SELECT is_done FROM task_items ORDER BY position").all();
	return results.map(({ is_done }) => is_done).join("");
};

async function openTask(as: keyof typeof sessions, options: Parameters<typeof openTab>[1] = {}) {
	const tab = await openTab(world, { ...options, cookies: { session: sessions[as] } });
	await tab.page.goto("/admin/tasks/1");
	if (options?.javaScriptEnabled !== false)
		await tab.page.locator("x-island[name=task-items][data-state=ready]").waitFor({ state: "attached" });
	return tab;
}
const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const count = (page: Page, words: string) => page.locator("#items [data-done]", { hasText: words }).waitFor();

test("a press ticks without loading the page again; two people who tick lose nothing", async () => {
	const [{ page: one, errors }, { page: two }] = [await openTask("secretary"), await openTask("cashier")];
	await one.evaluate("document.body.dataset.stays = ''");
	await Promise.all([box(one, "訂場地").click(), box(two, "印資料").click()]);
	await one.locator("#say", { hasText: "已勾選" }).waitFor({ state: "attached" });
	await box(one, "買便當").click();
	await count(one, "3/3");
	assert.equal(await stored(), "111");
	assert.equal(await one.locator("body[data-stays]").count(), 1);
	// Of three quick presses the last one is what is stored.
	let answers = 0;
	const last = one.waitForResponse((answer) => answer.url().endsWith("/tick") && ++answers === 3);
	await box(one, "訂場地").focus();
	for (let press = 0; press < 3; press++) await one.keyboard.press("Space");
	await last;
	await count(one, "2/3");
	assert.equal(await box(one, "訂場地").isChecked(), false);
	assert.equal(await stored(), "011");
	assert.deepEqual(errors, []);
	await Promise.all([one.context().close(), two.context().close()]);
});

test("without a line, and for an item that was removed, the tick is taken back with a word", async () => {
	const { page } = await openTask("secretary");
	await page.route("**/tick", (route) => route.abort());
	await box(page, "訂場地").click();
	await page.getByRole("alert").getByText("連線中斷").waitFor();
	assert.equal(await box(page, "訂場地").isChecked(), false);
	// Two quick presses, both lost: what is stored is shown, and one word stands there.
	let lost = 0;
	const both = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/tick") && ++lost === 2);
	await box(page, "買便當").focus();
	for (let press = 0; press < 2; press++) await page.keyboard.press("Space");
	await both;
	await page.locator("#item-2").getByRole("alert").waitFor();
	assert.equal(await box(page, "買便當").isChecked(), false);
	assert.equal(await page.locator("#item-2").getByRole("alert").count(), 1);
	await page.unroute("**/tick");
	await box(page, "訂場地").click();
	await count(page, "1/3");
	assert.equal(await page.locator("#item-1").getByRole("alert").count(), 0);
	await world.env.DB.prepare("DELETE FROM task_items WHERE id = 3").run();
	await box(page, "印資料").click();
	await page.locator("#item-3").getByRole("alert").getByText("已被其他人修改或刪除").waitFor();
	assert.equal(await box(page, "印資料").isChecked(), false);
	await world.env.DB.prepare(
		"INSERT INTO task_items (id, task_id, text, position, created_at, updated_at) VALUES (3, 1, '印資料', 3, 1, 1)",
	).run();
	await page.context().close();
});

test("without a script each item is a form; items are typed one after the other; axe finds nothing on a phone", async () => {
	const { page } = await openTask("cashier", { javaScriptEnabled: false });
	await box(page, "買便當").click();
	await count(page, "1/3");
	assert.equal(await stored(), "010");
	await page.context().close();
	const { page: desk } = await openTask("secretary");
	const typed = desk.getByRole("textbox", { name: "新項目" });
	await typed.fill("寄通知");
	await typed.press("Enter");
	await count(desk, "1/4");
	assert.equal(await desk.evaluate("document.activeElement.name"), "text");
	await desk.keyboard.type("收報名費");
	await desk.keyboard.press("Enter");
	await count(desk, "1/5");
	await desk.context().close();
	const { page: phone } = await openTask("secretary", PHONE);
	await phone.locator("#item-2").getByRole("link", { name: "改" }).tap();
	await phone.getByRole("button", { name: "上移" }).waitFor();
	assert.equal(await phone.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
	assert.deepEqual(await violations(phone), []);
	await phone.context().close();
});
