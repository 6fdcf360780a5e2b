/**
 * `npm run website` beside the program, with the demo association's content: a press on 發布 changes the page people read,
 * and every kind of page can be read by everybody, without a script and on a phone.
 */
import assert from "node:assert/strict";
import { get } from "node:http";
import { after, before, type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { closeMonth, closeYear } from "#domain/books/periods/actions.ts";
import { createMenuItem } from "#domain/content/menus/actions.ts";
import { createRedirect } from "#domain/content/redirects/actions.ts";
import { createDonor } from "#domain/money/donors/actions.ts";
import { createIncome, postIncome } from "#domain/money/income/actions.ts";
import { paths } from "#http/paths.ts";
import { byOperator } from "#kernel/by.ts";
import { freePort } from "../../scripts/server.ts";
import { type AdminServer, openTab, startAdmin, violations, watch } from "../support/admin-server.ts";
import { heading, link } from "../support/admin-steps.ts";
import { type DemoWebsite, importDemoSite, startWebsite } from "../support/demo-website.ts";
import { slowness } from "../support/node-pace.ts";
import { awake, bodyOf, deskOf, NEW_ARTICLE, press, save, titleOf } from "../support/writing-steps.ts";

const SLOWNESS = slowness();
/** From the answer to the press until the website was told. */
const WITHIN_MS = 1_200 * SLOWNESS;
const WITHIN_NOTICE_MS = 2_000 * SLOWNESS;
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: "dark" } as const;
const PAGES = [
	"/",
	"/articles",
	"/articles/first-week-after-diagnosis",
	"/about",
	"/services/respite",
	"/documents",
	"/documents/bylaws",
	"/notices/finance",
	"/notices/donations",
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
		prepare: async ({ db, env, secrets }) => {
			importDemoSite();
			const hosts = { base: "http://localhost:8787", origin: "http://localhost:3000" };
			const input = { path: "/old/team.html", target: "/about/team" };
			await createRedirect(db, { input, hosts, key: "redirect", ...byOperator(Date.now()) });
			await give({ db, secrets }, { receivedOn: "2025-12-03", name: "去年的陳先生" });
			await give({ db, secrets }, { receivedOn: "2026-03-03", name: "徵信林小姐" });
			await closeLastYear({ db });
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

type Given = { receivedOn: string; name: string };
/** A gift whose donor is named, posted two days after it came. */
async function give({ db, secrets }: Pick<AdminServer, "db" | "secrets">, { receivedOn, name }: Given): Promise<void> {
	const at = Date.parse(`${receivedOn}T02:00:00Z`) + 2 * 86_400_000;
	const by = { ...byOperator(at), userId: 1 };
	const about = { email: null, phone: null, address: "", memberNo: null, nationalId: undefined, note: "" };
	const named = { kind: "person", name, naming: "name", publicName: "" } as const;
	const donorId = await createDonor(secrets, db, { input: { ...about, ...named }, key: `giver ${name}`, by });
	const kind = { kind: "donation", isInKind: false, items: "", amount: 3_200, feeAmount: 0, method: "cash" } as const;
	const of = { receivedOn, donorId, payerTitle: name, purpose: "喘息服務", note: "" };
	const none = { bankAccountId: null, bankLineId: null, projectId: null, wantsReceipt: false };
	const id = await createIncome(db, { input: { ...kind, ...of, ...none }, record: true, key: `gift ${name}`, by });
	const reviewer = { userId: 2, standsFor: [null] };
	const posting = { accountId: null, projectId: null, reviewer, by: { ...by, userId: 2 } };
	await postIncome(db, { ref: { id, version: 2 }, ...posting });
}

/** Closes the months and the year of the first gift. */
async function closeLastYear({ db }: Pick<AdminServer, "db">): Promise<void> {
	const reviewer = { userId: 2, standsFor: [null] };
	const by = { ...byOperator(Date.now()), userId: 2 };
	for (let month = 1; month <= 12; month++)
		await closeMonth(db, { month: `2025-${String(month).padStart(2, "0")}`, version: 0, reviewer, by });
	await closeYear(db, { year: 2025, version: 0, reviewer, by });
}

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

/** The names of the papers on a page of the website. */
async function papersAt(page: Page, path: string): Promise<string[]> {
	await page.goto(site.origin + path);
	return page.locator(".papers a").allTextContents();
}

/** Presses a button that publishes a notice, of which the website is told in time. */
async function publishesNotice(page: Page, name: string, context: TestContext): Promise<void> {
	const told = site.says("document.published");
	const { at } = await press(page, name);
	const took = (await told) - at;
	context.diagnostic(`told ${took} ms after the press was answered`);
	assert.ok(took <= WITHIN_NOTICE_MS, `${took} ms`);
}

/** Returns what fetches the file that a page of the website offers. */
async function fileOn(page: Page): Promise<() => Promise<Uint8Array>> {
	const file = (await page.getByRole("link", { name: /^下載檔案/ }).getAttribute("href")) ?? "";
	return async () => new Uint8Array(await (await fetch(file)).arrayBuffer());
}
const beginning = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.slice(0, 5));

test("a press on 發布 brings the gifts of a half-year to the page of 捐款徵信, and another takes a name away", async (context) => {
	const { page } = await deskOf(world, "accountant@example.org");
	const reader = await openTab(world, { javaScriptEnabled: false });
	const onPage = () => papersAt(reader.page, "/notices/donations");
	assert.deepEqual(await onPage(), []);
	await page.goto("/admin/gift-lists");
	await link(page, "115 年上半年").click();
	await page.getByRole("cell", { name: "徵信林小姐" }).waitFor();
	await publishesNotice(page, "發布", context);
	assert.deepEqual(await onPage(), ["115 年上半年捐款徵信"]);
	await reader.page.getByRole("link", { name: "115 年上半年捐款徵信" }).click();
	assert.equal(await heading(reader.page), "115 年上半年捐款徵信");
	const bytes = await fileOn(reader.page);
	const first = await bytes();
	assert.equal(beginning(first), "%PDF-");
	await world.env.DB.prepare("UPDATE donors SET naming = 'anonymous' WHERE name = '徵信林小姐'").run();
	await page.goto("/admin/gift-lists/2026-H1");
	await page.getByText("官網上的名單和現在的資料不一樣").waitFor();
	const again = site.says("document.updated");
	await press(page, "重新發布");
	await again;
	assert.notDeepEqual(await bytes(), first);
});

test("the statements of a year, once the board and the auditors passed them, are 財務公告 by a press", async (context) => {
	const { page: accountant } = await deskOf(world, "accountant@example.org");
	const place = paths.admin.statements.show(2025);
	await accountant.goto(place);
	for (const [label, value] of [
		["理事會通過日期", "2026-02-01"],
		["理事會屆次", "第 3 屆第 5 次理事會"],
		["監事會審核日期", "2026-02-08"],
	] as const)
		await accountant.getByLabel(label).fill(value);
	await save(accountant, "儲存決議");
	await accountant.getByText("已通過，還沒有公告").waitFor();

	const reader = await openTab(world, { javaScriptEnabled: false });
	const onPage = () => papersAt(reader.page, "/notices/finance");
	assert.deepEqual(await onPage(), []);
	const { page } = await deskOf(world, "chair@example.org");
	await page.goto(place);
	await publishesNotice(page, "發布財務公告", context);
	const [notice] = await onPage();
	assert.match(notice ?? "", /114 年度/);
	await link(reader.page, notice ?? "").click();
	assert.equal(beginning(await (await fileOn(reader.page))()), "%PDF-");
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
	const [opened] = await Promise.all([page.context().waitForEvent("page"), link(page, "官網預覽").click()]);
	const draft = watch(opened);
	await draft.page.getByRole("heading", { level: 1, name: "還沒寫完的信" }).waitFor();
	assert.ok(draft.page.url().startsWith(`${site.origin}/draft?type=article&`));
	await titleOf(page).fill("寫好的信");
	await keep();
	await draft.page.getByRole("heading", { level: 1, name: "寫好的信" }).waitFor();
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
	assert.ok((await page.locator(".kinds a").allTextContents()).some((words) => words.startsWith("文章（")));

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
