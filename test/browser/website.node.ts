/**
 * `npm run website` beside the program, with the demo association's content: a press on 發布 changes the page people read,
 * and every kind of page can be read by everybody, without a script and on a phone.
 */
import assert from "node:assert/strict";
import { get } from "node:http";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { createMenuItem } from "#domain/content/menus/actions.ts";
import { createRedirect } from "#domain/content/redirects/actions.ts";
import { byOperator } from "#kernel/by.ts";
import { freePort } from "../../scripts/server.ts";
import { type AdminServer, openTab, startAdmin, violations, watch } from "../support/admin-server.ts";
import { heading, link } from "../support/admin-steps.ts";
import { type DemoWebsite, importDemoSite, startWebsite } from "../support/demo-website.ts";
import { awake, bodyOf, deskOf, NEW_ARTICLE, save, titleOf } from "../support/writing-steps.ts";

/** From the answer to the press until the website was told. */
const WITHIN_MS = 1_200;
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: "dark" } as const;
const PAGES = [
	"/",
	"/articles",
	"/articles/first-week-after-diagnosis",
	"/about",
	"/services/respite",
	"/documents",
	"/documents/bylaws",
	"/announcements",
	"/announcements/flu-vaccine-reminder",
	`/search?q=${encodeURIComponent("輪椅")}`,
	"/nothing-here",
];

let world: AdminServer;
let site: DemoWebsite;

before(async () => {
	const port = await freePort();
	world = await startAdmin({
		prepare: async ({ db, env }) => {
			importDemoSite();
			const hosts = { base: "http://localhost:8787", origin: "http://localhost:3000" };
			const input = { path: "/old/team.html", target: "/about/team" };
			await createRedirect(db, { input, hosts, key: "redirect", ...byOperator(Date.now()) });
			const old = { path: "/舊網站/關於", target: "/about" };
			await createRedirect(db, { input: old, hosts, key: "old", ...byOperator(Date.now()) });
			await env.DB.prepare("INSERT INTO settings (key, value, updated_at) VALUES ('PREVIEW_URL', ?1, 1)")
				.bind(`http://localhost:${port}/draft?type={type}&id={id}&token={token}`)
				.run();
			const about = { label: "關於我們", target: "/about", place: { menu: "main" as const }, position: null };
			const above = await createMenuItem(db, { input: about, hosts, key: "about", ...byOperator(Date.now()) });
			const team = { ...about, label: "工作團隊", target: "/about/team", place: { parentId: above } };
			await createMenuItem(db, { input: team, hosts, key: "team", ...byOperator(Date.now()) });
		},
	});
	site = await startWebsite({ port, program: world.address });
});
after(async () => {
	await site?.stop();
	await world?.stop();
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
	fetch(site.origin + path, { redirect: "manual", ...init });

/** Asks for a path as it stands, which fetch would write in another way. */
const rawly = (path: string): Promise<[number | undefined, string | undefined]> =>
	new Promise((resolve, reject) => {
		const { hostname, port } = new URL(site.origin);
		get({ hostname, port, path }, ({ statusCode, headers }) => resolve([statusCode, headers.location])).on(
			"error",
			reject,
		);
	});

const titles = (page: Page): Promise<string[]> => page.locator(".card :is(h2, h3)").allTextContents();

test("a press on 發布 changes the page people read", async (context) => {
	const reader = await openTab(world);
	await reader.page.goto(site.origin);
	const isOnHome = async (title: string) => (await titles(reader.page)).includes(title);
	assert.equal(await isOnHome("春天的第一場茶會"), false);

	const page = await newArticle("春天的第一場茶會", "三月七日下午兩點，在會所。\n\n歡迎一個人來。");
	const told = site.says("article.published");
	const pressed = await save(page, "發布");
	const took = (await told) - pressed;
	context.diagnostic(`told ${took} ms after the press was answered`);
	assert.ok(took <= WITHIN_MS, `${took} ms`);
	await reader.page.reload();
	assert.equal(await isOnHome("春天的第一場茶會"), true);

	await reader.page.getByRole("link", { name: "春天的第一場茶會" }).click();
	await reader.page.getByText("歡迎一個人來。").waitFor();
	await titleOf(page).fill("春天的第二場茶會");
	const again = site.says("article.updated");
	await save(page, "儲存並更新官網");
	await again;
	await reader.page.reload();
	assert.equal(await heading(reader.page), "春天的第二場茶會");
	assert.deepEqual(reader.errors, []);
});

/** Opens the editor with the words of a new article. */
async function newArticle(title: string, body: string): Promise<Page> {
	const { page } = await deskOf(world, "editor@example.org");
	await page.goto(NEW_ARTICLE);
	await awake(page);
	await titleOf(page).fill(title);
	await bodyOf(page).fill(body);
	return page;
}

test("a website that is not told asks each second", async () => {
	const untold = await startWebsite({ port: await freePort(), program: world.address, api: world.address });
	try {
		const home = async () => (await fetch(untold.origin)).text();
		assert.ok(!(await home()).includes("夏天的茶會"));
		const page = await newArticle("夏天的茶會", "在河邊。");
		const found = untold.says("Found");
		await save(page, "發布");
		await found;
		assert.ok((await home()).includes("夏天的茶會"));
		await page.context().close();
	} finally {
		await untold.stop();
	}
});

test("a draft is shown in the website's look, and follows what is saved", async () => {
	const page = await newArticle("還沒寫完的信", "第一段。");
	const keep = async () => {
		await page.getByRole("button", { name: "儲存草稿" }).first().click();
		await page.getByText("已儲存草稿。").waitFor();
	};
	await keep();
	const [opened] = await Promise.all([page.context().waitForEvent("page"), link(page, "預覽").click()]);
	const draft = watch(opened);
	await draft.page.getByRole("heading", { level: 1, name: "還沒寫完的信" }).waitFor();
	assert.ok(draft.page.url().startsWith(`${site.origin}/draft?type=article&`));
	await titleOf(page).fill("寫好的信");
	await keep();
	await draft.page.getByRole("heading", { level: 1, name: "寫好的信" }).waitFor({ timeout: 10_000 });
	assert.deepEqual(draft.errors, []);
	const shown = await fetch(draft.page.url());
	assert.deepEqual(
		["Cache-Control", "X-Robots-Tag", "Referrer-Policy"].map((name) => shown.headers.get(name)),
		["private, no-store", "noindex, nofollow", "no-referrer"],
	);
	assert.equal((await fetch(`${draft.page.url()}x`)).status, 403);
});

test("every kind of page is accessible, and fits a phone and a desk", async () => {
	for (const options of [PHONE, { viewport: { width: 1280, height: 900 } }]) {
		const { page } = await openTab(world, { ...options, reducedMotion: "reduce" });
		for (const path of PAGES) {
			await page.goto(site.origin + path);
			assert.deepEqual(await violations(page), [], path);
			assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, path);
			assert.equal(await page.locator("h1").count(), 1, path);
		}
		await page.context().close();
	}
});

test("menus, search and filters work without a script", async () => {
	const { page } = await openTab(world, { ...PHONE, javaScriptEnabled: false });
	await page.goto(site.origin);
	await page.locator("summary", { hasText: "選單" }).click();
	await page.locator(".small-menu").getByRole("link", { name: "工作團隊" }).click();
	assert.equal(await heading(page), "工作團隊");
	await link(page, "搜尋").click();
	await page.getByLabel("關鍵字").fill("輪椅");
	await page.getByRole("main").getByRole("button", { name: "搜尋" }).click();
	assert.ok((await page.locator(".hit mark").allTextContents()).every((word) => word === "輪椅"));
	assert.ok((await page.locator(".hits h2").allTextContents()).some((words) => words.startsWith("文章")));

	await page.goto(`${site.origin}/articles`);
	await page.getByLabel("分類").selectOption("assistive");
	await page.getByLabel("年份").selectOption("2024");
	await page.getByRole("button", { name: "篩選" }).click();
	assert.deepEqual((await titles(page)).toSorted(), [
		"坐輪椅去臺東：三天兩夜的火車旅行",
		"輔具借用庫啟用了：先借、先試、再決定買不買",
		"輪椅坐墊怎麼挑：先看屁股，再看價錢",
	]);
	await page.goto(`${site.origin}/articles`);
	const first = await titles(page);
	await link(page, "下一頁").click();
	const second = await titles(page);
	assert.ok(second.length > 0 && second.every((title) => !first.includes(title)));
});

test("old addresses lead on, what is not there is 404, what was taken down 410", async () => {
	const led = async (path: string) => {
		const { status, headers } = await ask(path);
		return [status, headers.get("Location")];
	};
	assert.deepEqual(await led("/old/team.html"), [301, "/about/team"]);
	assert.deepEqual(await led("/old/team.html/"), [301, "/about/team"]);
	assert.deepEqual(await led(`/${encodeURIComponent("舊網站")}/${encodeURIComponent("關於")}`), [301, "/about"]);
	assert.deepEqual(await led("/about/"), [301, "/about"]);
	for (const path of ["//www.example.com/", "/\\www.example.com/", "/.//www.example.com//"])
		assert.deepEqual(await rawly(path), [301, "/www.example.com"], path);
	assert.deepEqual(await led("/nothing-here"), [404, null]);
	assert.deepEqual(await led("/articles/nothing"), [404, null]);
	assert.deepEqual(await led("/articles?page=99"), [404, null]);
	assert.deepEqual(await led("/%ff"), [404, null]);
	assert.deepEqual(await led("/articles/covid-19-visiting-rules"), [410, null]);
});

test("a page that did not change is 304; only what the program signed is believed", async () => {
	const { headers } = await ask("/about");
	assert.equal(headers.get("Cache-Control"), "public, max-age=0, must-revalidate");
	const again = await ask("/about", { headers: { "If-None-Match": headers.get("ETag") ?? "" } });
	assert.equal(again.status, 304);
	const forged = await ask("/hooks/content", { method: "POST", body: "{}" });
	assert.deepEqual([forged.status, await forged.json()], [401, { error: "missing-header" }]);
	assert.equal((await ask("/", { method: "POST", body: "x" })).status, 405);
	for (const path of ["/robots.txt", "/sitemap.xml", "/feed.xml", "/favicon.svg"])
		assert.equal((await ask(path)).status, 200, path);
});
