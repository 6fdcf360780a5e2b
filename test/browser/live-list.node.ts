/** A list that answers while one types and chooses, in Chromium; and without scripts. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type AdminServer, openTab, sessionOf, startAdmin } from "../support/admin-server.ts";
import { compose } from "../support/writing-page.ts";

const LIST = "/admin/members";
const DESK = { viewport: { width: 1280, height: 860 } };
let world: AdminServer;
let session: string;

/** Beside the people of the demo: enough for a full screen, of two cities. */
const MORE = Array.from({ length: 30 }, (_, n) => [
	900 + n,
	`M${9000 + n}`,
	n === 0 ? "溫國強" : `病友${n}`,
	n % 2 ? "臺南市" : "花蓮縣",
	n % 3 ? "patient" : "parent",
]);

before(async () => {
	world = await startAdmin({
		prepare: async ({ env }) => {
			const insert = env.DB.prepare(
				`INSERT INTO members (id, member_no, name, city, identity_type, status, created_at, updated_at)
				VALUES (?, ?, ?, ?, ?, 'active', 1, 1)`,
			);
			await env.DB.batch(MORE.map((row) => insert.bind(...row)));
		},
	});
	session = await sessionOf(world, "secretary@example.org");
});
after(() => world?.stop());

async function openList(options: Parameters<typeof openTab>[1] = {}) {
	const tab = await openTab(world, { ...DESK, ...options, cookies: { session } });
	await tab.page.goto(LIST);
	return tab;
}
const names = (page: Page): Promise<string[]> => page.locator("tbody .head a").allTextContents();
const asked = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);
const found = (page: Page, words: string): Promise<void> => page.locator(".page-head", { hasText: words }).waitFor();
const searchOf = (page: Page) => page.getByRole("searchbox", { name: "搜尋", exact: true });

test("at least fourteen rows stand on a screen of 1280 by 860, with a row chosen too", async () => {
	const { page, errors } = await openList();
	const seen = () =>
		page.evaluate(`(() => {
			const bar = [...document.querySelectorAll(".bulk")].find((one) => one.offsetHeight > 0);
			const end = bar ? bar.getBoundingClientRect().top : innerHeight;
			return [...document.querySelectorAll("tbody tr")].filter((row) => row.getBoundingClientRect().bottom <= end).length;
		})()`);
	assert.ok(Number(await seen()) >= 14, String(await seen()));
	await page.locator("tbody input[name=ids]").first().check();
	await page.getByText("已選 1 位").waitFor();
	assert.ok(Number(await seen()) >= 14, String(await seen()));
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("rows, number and address follow what is typed; Back brings back what was searched", async () => {
	const { page, errors } = await openList();
	await searchOf(page).pressSequentially("溫國");
	await found(page, "符合條件的有 1 位");
	assert.deepEqual(await names(page), ["溫國強"]);
	assert.deepEqual(asked(page), { q: "溫國" });
	assert.equal(await searchOf(page).evaluate((field) => field.matches(":focus")), true);
	await page.locator("tbody .head a").first().click();
	await page.waitForURL(/members\/\d+$/);
	await page.goBack();
	await found(page, "符合條件的有 1 位");
	assert.equal(await searchOf(page).inputValue(), "溫國");
	await searchOf(page).fill("");
	await found(page, "共 ");
	assert.deepEqual(asked(page), {});
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("syllables of an input method are not searched, the word is", async () => {
	const { page } = await openList();
	const searched: string[] = [];
	page.on("request", (request) => {
		const { pathname, searchParams } = new URL(request.url());
		if (pathname === LIST) searched.push(searchParams.get("q") ?? "");
	});
	const code = page.waitForResponse("**/live-list-*.js");
	await searchOf(page).hover();
	await code;
	await searchOf(page).focus();
	await compose(page, ["ㄨ", "ㄨㄣ"], "溫");
	await found(page, "符合條件的有");
	assert.deepEqual(searched, ["溫"]);
	await page.context().close();
});

test("a condition is added by 「＋條件」, is a chip, and goes with it", async () => {
	const { page, errors } = await openList();
	await page.getByRole("button", { name: "條件", exact: true }).click();
	await page.getByLabel("縣市", { exact: true }).focus();
	await page.getByLabel("縣市", { exact: true }).selectOption("花蓮縣");
	await found(page, "符合條件的有");
	assert.equal(asked(page).city, "花蓮縣");
	// The panel stays open for the next condition, on the same field.
	assert.equal(await page.getByLabel("縣市", { exact: true }).evaluate((field) => field.matches(":focus")), true);
	await page.getByLabel("身分", { exact: true }).selectOption("parent");
	await page.locator(".chip", { hasText: "身分：" }).waitFor();
	await page.keyboard.press("Escape");
	await page.locator(".chip", { hasText: "縣市：花蓮縣" }).click();
	await page.waitForURL((url) => !url.searchParams.has("city"));
	assert.deepEqual(asked(page), { identity: "parent" });
	await page.locator(".chip", { hasText: "身分：" }).click();
	await found(page, "共 ");
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("the last thing typed is shown, whatever comes late", async () => {
	const { page } = await openList();
	let release: () => void = () => {};
	const late = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/admin/members?q=*", async (route) => {
		if (new URL(route.request().url()).searchParams.get("q") === "溫") await late;
		await route.continue().catch(() => undefined);
	});
	const first = page.waitForRequest((request) => request.url().includes("q="));
	await searchOf(page).fill("溫");
	await first;
	await searchOf(page).fill("病友7");
	await found(page, "符合條件的有 1 位");
	release();
	await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
	assert.deepEqual(await names(page), ["病友7"]);
	assert.deepEqual(asked(page), { q: "病友7" });
	await page.context().close();
});

test("who was signed out meanwhile is led to the door, and back to what was asked", async () => {
	const { page } = await openList();
	await page.context().clearCookies();
	await searchOf(page).fill("溫");
	await page.waitForURL(/\/login\?/);
	assert.match(decodeURIComponent(page.url()), /next=.*q=/);
	await page.context().close();
});

test("without scripts the form has its button, and all of it works", async () => {
	const { page } = await openList({ javaScriptEnabled: false });
	await searchOf(page).fill("溫");
	await page.locator("summary", { hasText: "條件" }).click();
	await page.getByLabel("身分", { exact: true }).selectOption("parent");
	await page.getByRole("button", { name: "篩選" }).click();
	assert.deepEqual(await names(page), ["溫國強"]);
	assert.equal(await searchOf(page).inputValue(), "溫");
	await page.context().close();
});

test("tabs say how many their views have, also after the list was read again; a column is dragged to another place", async () => {
	const { page, errors } = await openList();
	await page.goto("/admin/views/new?list=%2Fadmin%2Fmembers&query=city%3D%E8%87%BA%E5%8D%97%E5%B8%82");
	await page.getByLabel("名稱").fill("臺南");
	await page.locator("main form button.primary").click();
	const tab = page.locator(".tabs a", { hasText: "臺南" });
	await tab.locator(".count", { hasText: "15" }).waitFor();
	await found(page, "符合條件的有 15 位");
	await searchOf(page).pressSequentially("溫國");
	await found(page, "符合條件的有 0 位");
	await tab.locator(".count", { hasText: "15" }).waitFor();

	await page.goto(`${LIST}?cols=city.state.phone`);
	await page.locator(".page-head").hover();
	await page.locator(".columns-menu > :first-child").click();
	await page.locator(".filters[data-drags]").waitFor();
	const place = async (nth: number) => {
		const box = await page.locator("[data-col] [data-grip]").nth(nth).boundingBox();
		return { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 6 };
	};
	const [from, to] = [await place(2), await place(0)];
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(from.x, from.y - 10);
	await page.mouse.move(to.x, to.y);
	await page.mouse.up();
	await page.waitForURL(/cols=phone\.city\.state/);
	await page.locator("thead th", { hasText: "手機" }).waitFor();
	assert.equal(await page.locator(".columns-menu [data-col]").first().isVisible(), true);
	assert.deepEqual(errors, []);
	await page.context().close();
});
