/** The board of tasks in the hands of people: mouse, keyboard, finger, no script, and two tabs at once. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Page } from "playwright-core";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";

const BOARD = "/admin/tasks/board";
const DESK = { viewport: { width: 1280, height: 1000 } };
const PHONE = { viewport: { width: 360, height: 1600 }, isMobile: true, hasTouch: true };
let world: AdminServer;
let session: string;

const TASKS = [
	[1, "甲", "todo", 1],
	[2, "乙", "todo", 2],
	[3, "丙", "todo", 3],
	[4, "丁", "doing", 1],
];

before(async () => {
	world = await startAdmin({
		prepare: async ({ env }) => {
			const insert = env.DB.prepare(
				"INSERT INTO tasks (id, title, status, rank, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1)",
			);
			await env.DB.batch(TASKS.map((row) => insert.bind(...row)));
		},
	});
	session = await sessionOf(world, "secretary@example.org");
});
after(() => world?.stop());

const run = (statement: string, ...values: unknown[]) =>
	world.env.DB.prepare(statement)
		.bind(...values)
		.run();
beforeEach(async () => {
	for (const [id, , status, rank] of TASKS)
		await run(
			"UPDATE tasks SET status = ?, rank = ?, closed_at = NULL, version = version + 1 WHERE id = ?",
			status,
			rank,
			id,
		);
});

async function openBoard(options: Parameters<typeof openTab>[1] = {}) {
	const tab = await openTab(world, { ...DESK, ...options, cookies: { session } });
	await tab.page.goto(BOARD);
	if (options?.javaScriptEnabled !== false)
		await tab.page.locator("x-island[name=task-board][data-state=ready]").waitFor();
	return tab;
}

/** The cards of each column as they stand on the page, with the numbers over them. */
const columns = (page: Page): Promise<string[]> =>
	page.evaluate(`[...document.querySelectorAll("[data-column]")].map((column) =>
		[...column.querySelectorAll("[data-task] .board-head a")].map((link) => link.textContent).join("") + " "
			+ column.querySelector("[data-count]").textContent)`);
const said = (page: Page) => page.locator(".board-said");
const grip = (page: Page, title: string) => page.getByRole("button", { name: `移動：${title}`, exact: true });
const middle = async (page: Page, title: string) => {
	const box = await grip(page, title).boundingBox();
	assert.ok(box);
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
/** The upper edge of a card, or the lower part of a column. */
const above = async (page: Page, title: string) => {
	const box = await page
		.locator(".board-card", { has: page.getByRole("link", { name: title, exact: true }) })
		.boundingBox();
	assert.ok(box);
	return { x: box.x + box.width / 2, y: box.y + 6 };
};
async function carry(page: Page, title: string, to: { x: number; y: number }): Promise<void> {
	const from = await middle(page, title);
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(to.x, (from.y + to.y) / 2);
	await page.mouse.move(to.x, to.y);
}

test("carried by mouse within a column and into others; kept after a reload; Esc gives up", async () => {
	const { page, errors } = await openBoard();
	await carry(page, "丙", await above(page, "乙"));
	await page.locator("[data-drop]").waitFor();
	await page.mouse.up();
	await said(page).getByText("「丙」在「待辦」的第 2 個。").waitFor();
	await carry(page, "甲", await above(page, "丁"));
	await page.mouse.up();
	await said(page).getByText("「甲」在「進行中」的第 1 個。").waitFor();
	const done = await page.locator("[data-column=done]").boundingBox();
	assert.ok(done);
	await carry(page, "丁", { x: done.x + 40, y: done.y + done.height - 8 });
	await page.mouse.up();
	await said(page).getByText("「丁」在「完成」的第 1 個。").waitFor();
	const now = ["丙乙 2", "甲 1", "丁 1", " 0"];
	assert.deepEqual(await columns(page), now);
	await page.reload();
	assert.deepEqual(await columns(page), now);
	await carry(page, "乙", await above(page, "甲"));
	await page.keyboard.press("Escape");
	await page.mouse.up();
	assert.deepEqual(await columns(page), now);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("by keyboard: Alt with the arrows, the focus goes along; no key acts while an IME composes", async () => {
	const { page } = await openBoard();
	await grip(page, "乙").focus();
	await page.keyboard.press("Alt+ArrowUp");
	await said(page).getByText("「乙」在「待辦」的第 1 個。").waitFor();
	await page.keyboard.press("Alt+ArrowRight");
	await said(page).getByText("「乙」在「進行中」的第 1 個。").waitFor();
	await page.keyboard.press("Alt+ArrowDown");
	await said(page).getByText("「乙」在「進行中」的第 2 個。").waitFor();
	assert.equal(await page.evaluate("document.activeElement.textContent.trim()"), "移動：乙");
	await page.keyboard.press("Alt+ArrowDown");
	await said(page).getByText("「乙」不能再往那裡移動。").waitFor();
	assert.deepEqual(await columns(page), ["甲丙 2", "丁乙 2", " 0", " 0"]);
	// By its buttons, which know where the card stands now.
	const card = page.locator("[data-task='2']");
	await card.locator("summary").click();
	assert.equal(await card.getByRole("button", { name: "移到進行中" }).isVisible(), false);
	await card.getByRole("button", { name: "移到完成" }).click();
	await said(page).getByText("「乙」在「完成」的第 1 個。").waitFor();
	await page.reload();
	assert.deepEqual(await columns(page), ["甲丙 2", "丁 1", "乙 1", " 0"]);
	await page.context().close();
});

test("of two tabs the later one is told, and its card goes back; so where the line is lost", async () => {
	const [{ page: one }, { page: two }] = [await openBoard(), await openBoard()];
	await grip(one, "甲").focus();
	await one.keyboard.press("Alt+ArrowRight");
	await said(one).getByText("「甲」在「進行中」").waitFor();
	await carry(two, "甲", await above(two, "丁"));
	await two.mouse.up();
	await said(two).getByText("沒有移動「甲」").waitFor();
	assert.match((await said(two).textContent()) ?? "", /已被其他人更新/);
	assert.deepEqual(await columns(two), ["甲乙丙 3", "丁 1", " 0", " 0"]);
	await two.reload();
	assert.deepEqual(await columns(two), ["乙丙 2", "甲丁 2", " 0", " 0"]);
	await two.route("**/place", (route) => route.abort());
	await grip(two, "乙").focus();
	await two.keyboard.press("Alt+ArrowRight");
	await said(two).getByText("連線中斷").waitFor();
	assert.deepEqual(await columns(two), ["乙丙 2", "甲丁 2", " 0", " 0"]);
	await Promise.all([one.context().close(), two.context().close()]);
});

test("without script, and on a phone by the same buttons; axe finds nothing", async () => {
	const { page } = await openBoard({ javaScriptEnabled: false });
	const card = page.locator("[data-task='1']");
	await card.locator("summary").click();
	await card.getByRole("button", { name: "下移" }).click();
	await page.getByText("「甲」已換位置。").waitFor();
	assert.equal(await page.locator("[data-column=todo] [data-task]").nth(1).getAttribute("data-task"), "1");
	await page.context().close();
	const { page: phone } = await openBoard(PHONE);
	await phone.locator("[data-task='1'] summary").tap();
	await phone.locator("[data-task='1']").getByRole("button", { name: "移到不處理" }).tap();
	await said(phone).getByText("「甲」在「不處理」的第 1 個。").waitFor();
	assert.equal(await phone.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
	assert.deepEqual(await violations(phone), []);
	await phone.context().close();
});
