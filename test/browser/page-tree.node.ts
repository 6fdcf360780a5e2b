/** The tree of pages, and another order that is made by hand, in the hands of people: mouse, finger, keyboard, no script, and what goes wrong. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Page } from "playwright-core";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { send } from "../support/admin-steps.ts";
import { slowness } from "../support/node-pace.ts";

const TREE = "/admin/pages";
/** As high as the tree: near the edges of the window a carried line makes it scroll. */
const DESK = { viewport: { width: 1280, height: 1200 } };
const PHONE = { viewport: { width: 360, height: 1600 }, isMobile: true, hasTouch: true };
let world: AdminServer;
let session: string;

/** about › team, history; join; contact. */
const ROWS = [
	[1, null, 1, "about", "about", "關於"],
	[2, 1, 1, "team", "about/team", "團隊"],
	[3, 1, 2, "history", "about/history", "沿革"],
	[4, null, 2, "join", "join", "加入"],
	[5, null, 3, "contact", "contact", "聯絡"],
];

before(async () => {
	world = await startAdmin();
	session = await sessionOf(world, "editor@example.org");
});
after(() => world?.stop());

const run = (statement: string, ...values: unknown[]) =>
	world.env.DB.prepare(statement)
		.bind(...values)
		.run();

beforeEach(async () => {
	const insert = world.env.DB.prepare(
		`INSERT INTO pages (id, parent_id, position, slug, path, title, state, published_at, created_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, 'published', 1, 1, 1)`,
	);
	await world.env.DB.batch([
		world.env.DB.prepare("UPDATE pages SET parent_id = NULL"),
		world.env.DB.prepare("DELETE FROM pages"),
		...ROWS.map((row) => insert.bind(...row)),
	]);
});

async function openTree(options: Parameters<typeof openTab>[1] = {}) {
	const tab = await openTab(world, { ...DESK, ...options, cookies: { session } });
	await tab.page.goto(TREE);
	if (options?.javaScriptEnabled !== false)
		await tab.page.locator("x-island[name=page-tree][data-state=ready]").waitFor();
	return tab;
}

/** The lines as they stand on the page: a dot for each level. */
const lines = (page: Page): Promise<string[]> =>
	page.evaluate(`[...document.querySelectorAll("[data-page]")].map((item) => {
		let dots = "";
		for (let up = item.parentElement.closest("[data-page]"); up; up = up.parentElement.closest("[data-page]")) dots += ".";
		return dots + item.querySelector("a").textContent + " " + item.querySelector("small").textContent;
	})`);
const said = (page: Page) => page.locator(".tree-said");
const grip = (page: Page, title: string) => page.getByRole("button", { name: `移動：${title}`, exact: true });

/** The middle of a line's grip, and a place in the line of another: 0 is its upper edge, 1 its lower. */
async function way(page: Page, title: string, over: string, share: number) {
	const from = await grip(page, title).boundingBox();
	const line = await page
		.locator(".tree-line", { has: page.getByRole("link", { name: over, exact: true }) })
		.boundingBox();
	assert.ok(from && line);
	const x = from.x + from.width / 2;
	return { from: { x, y: from.y + from.height / 2 }, to: { x: x + 40, y: line.y + line.height * share } };
}

async function carry(page: Page, title: string, over: string, share: number): Promise<void> {
	const { from, to } = await way(page, title, over, share);
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(to.x, (from.y + to.y) / 2);
	await page.mouse.move(to.x, to.y);
}

test("carried by mouse: before, after, into; the line shows where it will fall", async () => {
	const { page, errors } = await openTree();
	await carry(page, "聯絡", "關於", 0.1);
	await page.locator('[data-drop="before"]').waitFor();
	await page.mouse.up();
	await said(page).getByText("已移動：「聯絡」在最上層的第 1 個，共 3 個。").waitFor();
	await carry(page, "加入", "團隊", 0.5);
	await page.locator('[data-drop="into"]').waitFor();
	await page.mouse.up();
	await said(page).getByText("「加入」在「團隊」之下的第 1 個，共 1 個。").waitFor();
	await carry(page, "團隊", "沿革", 0.9);
	await page.locator('[data-drop="after"]').waitFor();
	await page.mouse.up();
	await said(page).getByText("「團隊」在「關於」之下的第 2 個，共 2 個。").waitFor();
	const now = ["聯絡 /contact", "關於 /about", ".沿革 /about/history", ".團隊 /about/team", "..加入 /about/team/join"];
	assert.deepEqual(await lines(page), now);
	await page.reload();
	assert.deepEqual(await lines(page), now);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("one press takes a move back, and gives the focus to the line", async () => {
	const { page, errors } = await openTree();
	const before = await lines(page);
	const undo = said(page).getByRole("button", { name: "復原" });
	await carry(page, "團隊", "加入", 0.5);
	await page.mouse.up();
	await said(page).getByText("「團隊」在「加入」之下的第 1 個，共 1 個。").waitFor();
	assert.notDeepEqual(await lines(page), before);
	await undo.click();
	await said(page).getByText("已復原：「團隊」在「關於」之下的第 1 個，共 2 個。").waitFor();
	assert.deepEqual(await lines(page), before);
	assert.equal(await page.evaluate("document.activeElement.textContent.trim()"), "移動：團隊");
	assert.equal(await undo.count(), 0);
	// Somebody else changed the page since: it stays, and is said.
	await grip(page, "聯絡").focus();
	await page.keyboard.press("Alt+ArrowUp");
	await undo.waitFor();
	await run("UPDATE pages SET version = version + 1 WHERE id = 5");
	await undo.click();
	await said(page).getByText("沒有移動「聯絡」").waitFor();
	await page.reload();
	assert.deepEqual((await lines(page)).slice(-2), ["聯絡 /contact", "加入 /join"]);
	assert.deepEqual(
		errors.filter((error) => !error.includes("409")),
		[],
	);
	await page.context().close();
});

test("without a script the message takes a move back", async () => {
	const { page } = await openTree({ javaScriptEnabled: false });
	const before = await lines(page);
	await page.getByRole("button", { name: "下移：團隊" }).click();
	await page.getByText("已移動「團隊」。").waitFor();
	assert.notDeepEqual(await lines(page), before);
	await page.getByRole("button", { name: "復原" }).click();
	await page.waitForLoadState("load");
	assert.deepEqual(await lines(page), before);
	await page.context().close();
});

test("a category that is moved far down a list is told of in sight, and moved back from there", async () => {
	for (let nth = 1; nth <= 12; nth += 1)
		await run(
			`INSERT INTO categories (id, slug, name, description, position, created_at, updated_at)
			VALUES (?1, ?2, ?2, '', ?1, 1, 1)`,
			900 + nth,
			`order-${900 + nth}`,
		);
	const { page } = await openTab(world, { viewport: { width: 1280, height: 400 }, cookies: { session } });
	await page.goto("/admin/categories");
	const names = () => page.locator("a[id^=category-]").allTextContents();
	const before = await names();
	await page.locator("[name=move][value='912 up']").click();
	const undo = page.getByRole("button", { name: "復原" });
	await undo.waitFor();
	assert.deepEqual((await names()).slice(-2), ["order-912", "order-911"]);
	const [undone, moved] = [await undo.boundingBox(), await page.locator("#category-912").boundingBox()];
	assert.ok(undone && moved && undone.y >= 0 && moved.y > undone.y + undone.height && moved.y < 400);
	await undo.click();
	await page.getByText("已復原「order-912」的順序。").waitFor();
	assert.deepEqual(await names(), before);
	await page.context().close();
});

test("never below itself: nothing is marked, and let go it stays; Esc gives up", async () => {
	const { page } = await openTree();
	const before = await lines(page);
	await carry(page, "關於", "團隊", 0.5);
	assert.equal(await page.locator("[data-drop]").count(), 0);
	await page.mouse.up();
	await carry(page, "聯絡", "關於", 0.1);
	await page.keyboard.press("Escape");
	assert.equal(await page.locator("[data-drop]").count(), 0);
	await page.mouse.up();
	assert.deepEqual(await lines(page), before);
	assert.equal(await said(page).textContent(), "");
	await page.context().close();
});

test("carried by a finger, on a phone", async () => {
	const { page } = await openTree(PHONE);
	assert.deepEqual(await violations(page), []);
	assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
	await grip(page, "聯絡").scrollIntoViewIfNeeded();
	const { from, to } = await way(page, "聯絡", "加入", 0.5);
	const touch = await page.context().newCDPSession(page);
	const send = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
		touch.send("Input.dispatchTouchEvent", { type, touchPoints });
	await send("touchStart", from);
	await send("touchMove", { x: to.x, y: (from.y + to.y) / 2 });
	await send("touchMove", to);
	await page.locator('[data-drop="into"]').waitFor();
	await send("touchEnd");
	await said(page).getByText("「聯絡」在「加入」之下的第 1 個，共 1 個。").waitFor();
	assert.deepEqual((await lines(page)).slice(-2), ["加入 /join", ".聯絡 /join/contact"]);
	await page.context().close();
});

test("by keyboard: Alt and an arrow, the focus goes along, fast presses follow one another", async () => {
	const { page } = await openTree();
	await grip(page, "聯絡").focus();
	await page.keyboard.press("Alt+ArrowUp");
	await page.keyboard.press("Alt+ArrowRight");
	await page.keyboard.press("Alt+ArrowUp");
	await said(page).getByText("「聯絡」在「關於」之下的第 2 個，共 3 個。").waitFor();
	assert.deepEqual(await lines(page), [
		"關於 /about",
		".團隊 /about/team",
		".聯絡 /about/contact",
		".沿革 /about/history",
		"加入 /join",
	]);
	assert.equal(await page.evaluate("document.activeElement.id"), "page-5");
	await page.keyboard.press("Alt+ArrowLeft");
	await said(page).getByText("「聯絡」在最上層的第 2 個，共 3 個。").waitFor();
	assert.equal(page.url(), world.address + TREE);
	const up = page.getByRole("button", { name: "上移：聯絡", exact: true });
	await up.click();
	await said(page).getByText("第 1 個").waitFor();
	assert.equal(await up.getAttribute("aria-disabled"), "true");
	await up.press("Enter");
	await said(page).getByText("「聯絡」不能再往那裡移動。").waitFor();
	assert.deepEqual(await violations(page), []);
	await page.context().close();
});

test("what goes wrong puts the line back and says why", async () => {
	const { page } = await openTree();
	const before = await lines(page);
	await run("UPDATE pages SET version = 2 WHERE id = 5");
	await grip(page, "聯絡").press("Alt+ArrowUp");
	await said(page).getByText("沒有移動「聯絡」：這個單頁在您編輯時已被其他人更新。").waitFor();
	assert.deepEqual(await lines(page), before);
	await page.context().setOffline(true);
	await grip(page, "加入").press("Alt+ArrowUp");
	await said(page).getByText("沒有移動「加入」：連線中斷，請稍後再試一次。").waitFor();
	assert.deepEqual(await lines(page), before);
	await page.context().setOffline(false);
	await grip(page, "加入").press("Alt+ArrowUp");
	await said(page).getByText("「加入」在最上層的第 1 個").waitFor();
	await page.context().close();
});

test("a page that somebody made meanwhile comes in with the next move", async () => {
	const { page } = await openTree();
	await run(
		`INSERT INTO pages (id, position, slug, path, title, created_at, updated_at) VALUES (9, 9, 'new', 'new', '新的', 1, 1)`,
	);
	await grip(page, "加入").press("Alt+ArrowUp");
	await page.getByRole("link", { name: "新的", exact: true }).waitFor();
	assert.deepEqual((await lines(page)).slice(0, 2), ["加入 /join", "關於 /about"]);
	await page.context().close();
});

test("without a script: the same buttons, a page each", async () => {
	const { page } = await openTree({ javaScriptEnabled: false });
	assert.equal(await grip(page, "聯絡").isVisible(), false);
	assert.equal(await send(page, "移入上一個單頁之下：聯絡"), 303);
	await page.getByText("已移動「聯絡」。").waitFor();
	assert.equal(await page.locator("ul ul", { hasText: "/join/contact" }).count(), 1);
	await page.context().close();
});

test("500 pages: drawn and moved without making anybody wait", async () => {
	await run(
		`WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 504)
		INSERT INTO pages (id, parent_id, position, slug, path, title, state, published_at, created_at, updated_at)
		SELECT i, 4, i, 'p' || i, 'join/p' || i, '第 ' || i || ' 頁', 'published', 1, 1, 1 FROM n`,
	);
	const { page } = await openTree();
	assert.equal((await lines(page)).length, 500);
	await grip(page, "沿革").focus();
	const took = await page.evaluate(`(() => {
		const begun = performance.now();
		document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", altKey: true, bubbles: true }));
		return new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(performance.now() - begun))));
	})()`);
	await said(page).getByText("「沿革」在「關於」之下的第 1 個").waitFor();
	assert.ok(Number(took) < 1_000 * slowness(), `${took} ms`);
	console.log(
		`# 500 pages: a move is drawn in ${Number(took).toFixed(0)} ms, ${(await page.content()).length} characters`,
	);
	await page.context().close();
});
