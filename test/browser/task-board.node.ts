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
	if (options?.javaScriptEnabled !== false) {
		// The board comes alive when it is touched.
		await tab.page.locator("[data-column=dropped] h2").hover();
		await tab.page.locator("x-island[name=task-board][data-state=ready] [data-drags]").waitFor();
	}
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
type Point = { x: number; y: number };
async function carry(page: Page, title: string, to: Point): Promise<void> {
	await carryFrom(page, await middle(page, title), to);
}
async function carryFrom(page: Page, from: Point, to: Point): Promise<void> {
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
	await card.getByRole("button", { name: "上移" }).click();
	await said(page).getByText("「乙」在「進行中」的第 1 個。").waitFor();
	assert.equal(await page.evaluate("document.activeElement.textContent.trim()"), "上移");
	await card.getByRole("button", { name: "移到完成" }).click();
	await said(page).getByText("「乙」在「完成」的第 1 個。").waitFor();
	assert.equal(await page.evaluate("document.activeElement.textContent.trim()"), "移動：乙");
	await page.reload();
	assert.deepEqual(await columns(page), ["甲丙 2", "丁 1", "乙 1", " 0"]);
	await page.context().close();
});

test("of two tabs the later one is told, and sees the board as it is; without a line the card goes back", async () => {
	const [{ page: one }, { page: two }] = [await openBoard(), await openBoard()];
	await grip(one, "甲").focus();
	await one.keyboard.press("Alt+ArrowRight");
	await said(one).getByText("「甲」在「進行中」").waitFor();
	await carry(two, "甲", await above(two, "丁"));
	await two.mouse.up();
	await said(two).getByText("沒有移動「甲」").waitFor();
	assert.match((await said(two).textContent()) ?? "", /已被其他人更新。看板已經更新/);
	assert.deepEqual(await columns(two), ["乙丙 2", "甲丁 2", " 0", " 0"]);
	// From here the second tab moves the card as well as the first.
	await carry(two, "甲", await above(two, "乙"));
	await two.mouse.up();
	await said(two).getByText("「甲」在「待辦」的第 1 個。").waitFor();
	await grip(two, "甲").focus();
	await two.keyboard.press("Alt+ArrowRight");
	await said(two).getByText("「甲」在「進行中」的第 1 個。").waitFor();
	await two.route("**/place", (route) => route.abort());
	await grip(two, "乙").focus();
	await two.keyboard.press("Alt+ArrowRight");
	await said(two).getByText("連線中斷").waitFor();
	assert.deepEqual(await columns(two), ["乙丙 2", "甲丁 2", " 0", " 0"]);
	await Promise.all([one.context().close(), two.context().close()]);
});

test("carried by any part of the card; what works as itself still does", async () => {
	const { page, errors } = await openBoard();
	const card = page.locator("[data-task='3']");
	const spot = async (selector: string): Promise<Point> => {
		const box = await card.locator(selector).boundingBox();
		assert.ok(box);
		return { x: box.x + 5, y: box.y + box.height / 2 };
	};
	// By its title, which is a link, and is not opened by that.
	await carryFrom(page, await spot(".board-head a"), await above(page, "甲"));
	await page.mouse.up();
	await said(page).getByText("「丙」在「待辦」的第 1 個。").waitFor();
	await carryFrom(page, await spot(".board-who"), await above(page, "丁"));
	await page.mouse.up();
	await said(page).getByText("「丙」在「進行中」的第 1 個。").waitFor();
	assert.equal(new URL(page.url()).pathname, BOARD);
	const now = ["甲乙 2", "丙丁 2", " 0", " 0"];
	// Given up while it is carried by the link.
	await carryFrom(page, await spot(".board-head a"), await above(page, "甲"));
	await page.keyboard.press("Escape");
	await page.mouse.up();
	// A button and a field are pressed, not carried.
	await carryFrom(page, await spot("summary"), await above(page, "甲"));
	await page.mouse.up();
	await card.getByRole("link", { name: "改" }).click();
	await carryFrom(page, await spot("[name=due_on]"), await above(page, "甲"));
	await page.mouse.up();
	assert.deepEqual(await columns(page), now);
	assert.equal(await page.locator(".held").count(), 0);
	// A press that does not move is a click.
	await card.locator(".board-head a").click();
	await page.waitForURL("**/admin/tasks/3");
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("a press that began before the code came is taken up", async () => {
	const { page } = await openTab(world, { ...DESK, cookies: { session } });
	const held = Promise.withResolvers<void>();
	await page.route("**/task-drag-*", async (route) => {
		await held.promise;
		await route.continue();
	});
	await page.goto(BOARD);
	await page.locator("[data-column=dropped] h2").hover();
	const from = await middle(page, "乙");
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	held.resolve();
	await page.locator("x-island[data-state=ready] [data-drags]").waitFor();
	const to = await above(page, "丁");
	for (const { x, y } of [{ x: from.x + 1, y: from.y }, { x: to.x, y: from.y + 20 }, to]) await page.mouse.move(x, y);
	await page.mouse.up();
	await said(page).getByText("「乙」在「進行中」的第 1 個。").waitFor();
	await page.context().close();
});

test("who, until when and how urgent are changed in the card, taken back by one press, and never over somebody else's change", async () => {
	const { page, errors } = await openBoard();
	const card = page.locator("[data-task='1']");
	const facts = async () => (await card.locator(".board-foot, .board-facts").allTextContents()).join(" ");
	const change = async (name: string, day: string, priority: string): Promise<void> => {
		await card.getByRole("link", { name: "改" }).click();
		await card.getByLabel("負責人").selectOption({ label: name });
		await card.getByLabel("期限").fill(day);
		// What the field offers lies over the button until it is left.
		await card.getByLabel("期限").press("Tab");
		await card.getByLabel("優先順序").selectOption({ label: priority });
		await card.getByRole("button", { name: "儲存" }).click();
	};
	await change("林書瑜", "2099-12-24", "急件");
	await said(page).getByText("已儲存任務「甲」。").waitFor();
	assert.match(await facts(), /急件.*188年12月24日.*林書瑜/);
	assert.match(await page.evaluate<string>("document.activeElement.textContent"), /^改/);
	// The card is moved with its new version.
	await grip(page, "甲").focus();
	await page.keyboard.press("Alt+ArrowDown");
	await said(page).getByText("「甲」在「待辦」的第 2 個。").waitFor();
	await change("未指派", "", "低");
	await said(page).getByText("已儲存任務「甲」。").waitFor();
	assert.match(await facts(), /低.*未指派/);
	await said(page).getByRole("button", { name: "復原" }).click();
	await said(page).getByText("已復原任務「甲」。").waitFor();
	assert.match(await facts(), /急件.*188年12月24日.*林書瑜/);
	await card.getByRole("link", { name: "改" }).click();
	await card.locator("[name=assignee]:focus").waitFor();
	await page.keyboard.press("Alt+ArrowDown");
	await page.keyboard.press("Escape");
	assert.deepEqual((await columns(page))[0], "乙甲丙 3");
	await run("UPDATE tasks SET title = '改名', version = version + 1 WHERE id = 1");
	await card.getByLabel("期限").fill("2099-01-01");
	await card.getByLabel("期限").press("Tab");
	await card.getByRole("button", { name: "儲存" }).click();
	await said(page).getByText("沒有儲存「甲」").waitFor();
	assert.equal(await card.locator(".board-head a").textContent(), "改名");
	assert.match(await facts(), /188年12月24日/);
	assert.deepEqual(
		errors.filter((error) => !error.includes("409")),
		[],
	);
	await run(
		"UPDATE tasks SET title = '甲', assignee_id = NULL, due_on = NULL, priority = 3, version = version + 1 WHERE id = 1",
	);
	await page.context().close();
});

test("by finger: the grip carries, the rest of the card scrolls the page", async () => {
	const { page } = await openBoard({ ...PHONE, viewport: { width: 360, height: 640 } });
	const finger = await page.context().newCDPSession(page);
	const touch = (type: string, points: Point[]) =>
		finger.send("Input.dispatchTouchEvent", { type: type as "touchStart", touchPoints: points });
	const swipe = async (from: Point, to: Point): Promise<void> => {
		await touch("touchStart", [from]);
		for (const part of [0.2, 0.6, 1])
			await touch("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
		await touch("touchEnd", []);
	};
	await grip(page, "丙").scrollIntoViewIfNeeded();
	await swipe(await middle(page, "丙"), await above(page, "乙"));
	await said(page).getByText("「丙」在「待辦」的第 2 個。").waitFor();
	const scrolled = page.evaluate<number>(
		"new Promise((done) => addEventListener('scroll', () => done(scrollY), { once: true }))",
	);
	const before = await page.evaluate<number>("scrollY");
	const from = await above(page, "丙");
	await swipe({ x: 60, y: from.y + 20 }, { x: 60, y: from.y - 200 });
	assert.notEqual(await scrolled, before);
	assert.deepEqual((await columns(page))[0], "甲丙乙 3");
	await page.context().close();
});

test("without script, and on a phone by the same buttons; axe finds nothing", async () => {
	const { page } = await openBoard({ javaScriptEnabled: false });
	const card = page.locator("[data-task='1']");
	await card.locator("summary").click();
	await card.getByRole("button", { name: "下移" }).click();
	await page.getByText("「甲」已換位置。").waitFor();
	assert.equal(await page.locator("[data-column=todo] [data-task]").nth(1).getAttribute("data-task"), "1");
	await card.getByRole("link", { name: "改" }).click();
	assert.equal(await card.getByLabel("期限").getAttribute("data-calendar"), "roc");
	await card.getByLabel("期限").fill("188/12/24");
	await card.getByLabel("優先順序").selectOption({ label: "高" });
	await card.getByRole("button", { name: "儲存" }).click();
	await page.getByText("已儲存任務「甲」。").waitFor();
	assert.match((await card.textContent()) ?? "", /高.*188年12月24日/);
	await page.getByRole("button", { name: "復原" }).click();
	await card.getByText("188年12月24日").waitFor({ state: "detached" });
	assert.doesNotMatch((await card.locator(".board-facts").allTextContents()).join(), /高/);
	await page.context().close();
	const { page: phone } = await openBoard(PHONE);
	await phone.locator("[data-task='1'] summary").tap();
	await phone.locator("[data-task='1']").getByRole("button", { name: "移到不處理" }).tap();
	await said(phone).getByText("「甲」在「不處理」的第 1 個。").waitFor();
	assert.equal(await phone.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
	assert.deepEqual(await violations(phone), []);
	await phone.locator("[data-task='2']").getByRole("link", { name: "改" }).tap();
	await phone.locator("[data-task='2']").getByLabel("期限").waitFor();
	assert.deepEqual(await violations(phone), []);
	await phone.context().close();
});
