/** What people do in the pages, from the door to the way out, in Chromium against the running program. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { patiently } from "#db/commit.ts";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { type AdminServer, openTab, startAdmin, type Tab, violations } from "../support/admin-server.ts";
import {
	button,
	enter,
	field,
	heading,
	link,
	onSummary,
	openPersonMenu,
	reloadUntil,
	send,
	signIn,
	signOut,
	tabTo,
} from "../support/admin-steps.ts";

const PHONE = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true };
const SECOND_ADMIN = `INSERT INTO user_roles SELECT u.id, r.id FROM users u, roles r
	WHERE u.email = 'chair@example.org' AND r.code = 'admin'`;
const NO_SCRIPT = { javaScriptEnabled: false };
let world: AdminServer;

before(async () => {
	world = await startAdmin({
		prepare: async ({ env }) => {
			await env.DB.prepare(SECOND_ADMIN).run();
		},
	});
});
after(() => world?.stop());

const close = ({ page }: Tab) => page.context().close();

/** A test in one browser, whose console complains of nothing but what the server said no to. */
const journey = (name: string, options: Parameters<typeof openTab>[1], act: (page: Page) => Promise<void>) =>
	test(name, async () => {
		const tab = await openTab(world, options);
		await act(tab.page);
		const told = tab.errors.filter((error) => !/status of 4\d\d/.test(error));
		assert.deepEqual(told, []);
		await close(tab);
	});

journey("on a phone, with a wrong password first and dashes in the number", PHONE, async (page) => {
	await page.goto("/login");
	assert.equal(await enter(page, "0912-345-678", "not-the-password"), 422);
	assert.equal(await page.evaluate(onSummary), true);
	assert.match((await page.locator(".error-summary").textContent()) ?? "", /帳號或密碼不正確/);
	assert.equal(await field(page, "手機號碼或電子郵件").inputValue(), "0912-345-678");
	assert.equal(await field(page, "密碼").inputValue(), "");
	assert.deepEqual(await violations(page), []);
	assert.equal(await enter(page, "0912-345-678"), 303);
	await page.waitForURL("/member");
	assert.equal(await heading(page), "子晴，您好");
	assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
});

journey("staff reach a page by keyboard alone, through 管理 and through the search", {}, async (page) => {
	await page.goto("/login");
	await field(page, "手機號碼或電子郵件").focus();
	await page.keyboard.type("admin@example.org");
	await tabTo(page, "document.activeElement.name === 'password'");
	await page.keyboard.type(DEMO_PASSWORD);
	await page.keyboard.press("Enter");
	await page.waitForURL("/admin");

	const menu = button(page, "管理");
	const expanded = () => menu.getAttribute("aria-expanded");
	const onMenu =
		"document.activeElement.matches('button.menu-btn') && document.activeElement.textContent.trim() === '管理'";
	await tabTo(page, onMenu);
	await page.keyboard.press("Enter");
	assert.equal(await expanded(), "true");
	await page.keyboard.press("Escape");
	assert.equal(await expanded(), "false");
	assert.equal(await page.evaluate(onMenu), true);

	await page.keyboard.press("Enter");
	await tabTo(page, "!document.activeElement.closest('.menu')");
	assert.equal(await expanded(), "false");
	await tabTo(page, onMenu, "Shift+Tab");
	await page.keyboard.press("Enter");
	await tabTo(page, "document.activeElement.textContent.trim() === '使用者'");
	await page.keyboard.press("Enter");
	await page.waitForURL("/admin/users");
	assert.equal(await heading(page), "使用者");

	await page.keyboard.press("Control+k");
	await page.keyboard.type("林書瑜");
	await page.getByRole("option", { name: /林書瑜/ }).waitFor();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await page.waitForURL(/\/admin\/users\/\d+$/);
	assert.equal(await heading(page), "林書瑜");
});

journey("second factor: every code opens the door once, and is shown once", {}, async (page) => {
	await signIn(page, "cashier@example.org");
	await page.goto("/account/second-factor");
	await link(page, "開始設定").click();
	await send(page, "我裝好了，顯示 QR 碼");
	const shown = (await page.locator("code").first().textContent()) ?? "";
	const totp = new TOTP({ secret: Secret.fromBase32(shown.replaceAll(" ", "")) });
	const began = Date.now();
	await field(page, "驗證碼").fill(totp.generate({ timestamp: began }));
	await send(page, "開啟兩步驟驗證");
	assert.equal(await heading(page), "兩步驟驗證已開啟");
	const codes = await page.locator("ol code").allTextContents();
	assert.equal(new Set(codes).size, 10);
	assert.deepEqual(await violations(page), []);
	await link(page, "我存好了").click();
	await page.getByText("還有 10 組").waitFor();
	const again = await page.content();
	assert.ok(!codes.some((code) => again.includes(code)));

	const [recovery = ""] = codes;
	// The code of the next 30 seconds: that of the present ones was used to turn it on.
	const next = totp.generate({ timestamp: began + 30_000 });
	const tries = [
		{ code: next, opens: true },
		{ code: next, opens: false },
		{ code: recovery, opens: true },
		{ code: recovery, opens: false },
	];
	for (const { code, opens } of tries) {
		if (!page.url().endsWith("/login/code")) {
			await signOut(page);
			await enter(page, "cashier@example.org");
		}
		await field(page, "驗證碼").fill(code);
		assert.equal(await send(page, "繼續"), opens ? 303 : 422, code === next ? "app" : "recovery");
		if (opens) await page.waitForURL("/admin");
		else assert.equal(await page.evaluate(onSummary), true);
	}
});

journey("a theme is drawn from the first byte on, stays, and goes", { colorScheme: "light" }, async (page) => {
	const canvas = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
	await signIn(page, "0912345678");
	const light = await canvas();
	const choose = async (name: string) => {
		await openPersonMenu(page);
		await send(page, name);
		return (await page.goto("/account"))?.text();
	};
	const dark = (await choose("深色")) ?? "";
	assert.equal(dark.startsWith('<!doctype html><html lang="zh-Hant-TW" data-theme="dark">'), true);
	const cookies = await page.context().cookies();
	const cookie = cookies.find(({ name }) => name === "theme");
	assert.deepEqual([cookie?.value, cookie?.httpOnly, cookie?.sameSite], ["dark", true, "Lax"]);
	const night = await canvas();
	assert.notEqual(night, light);
	await link(page, "漣漪病友協會").click();
	await page.waitForURL("/member");
	assert.equal(await canvas(), night);
	const system = (await choose("跟隨系統")) ?? "";
	assert.equal(system.startsWith('<!doctype html><html lang="zh-Hant-TW"><head>'), true);
	assert.equal(await canvas(), light);
	await page.emulateMedia({ colorScheme: "dark" });
	assert.equal(await canvas(), night);
});

journey("after signing out, going back shows nothing of the pages", {}, async (page) => {
	await signIn(page, "admin@example.org");
	await page.goto("/admin/users");
	await page.getByText("member@example.org").first().waitFor();
	await signOut(page);
	await page.goBack();
	await page.waitForURL(/\/login\?next=/);
	assert.equal((await page.content()).includes("member@example.org"), false);
});

journey("signed out in another tab: what was typed is held and sent again", {}, async (page) => {
	await signIn(page, "admin@example.org");
	const other = await page.context().newPage();
	await other.goto("/admin/settings/association");
	const words = "台內團字第 1150000001 號";
	await field(other, "立案證書字號").fill(words);
	await signOut(page);
	assert.equal(await send(other, "儲存"), 401);
	assert.equal(await heading(other), "您已經登出");
	assert.deepEqual(await violations(other), []);
	await other.getByText("看看保留了哪些內容").click();
	await other.getByText(words).waitFor();
	const [door] = await Promise.all([other.context().waitForEvent("page"), link(other, "開啟新分頁").click()]);
	await enter(door, "admin@example.org");
	await door.waitForURL("/admin");
	assert.equal(await send(other, "重新送出"), 303);
	await other.getByText("已儲存協會設定。").waitFor();
	assert.equal(await field(other, "立案證書字號").inputValue(), words);
});

journey("two people change one setting: the second sees both texts, loses nothing and chooses", {}, async (page) => {
	const first = await openTab(world);
	await signIn(first.page, "admin@example.org");
	await first.page.goto("/admin/settings/association");
	await signIn(page, "chair@example.org");
	await page.goto("/admin/settings/association");
	await field(first.page, "會址").fill("100 臺北市漣漪路 90 號");
	await field(first.page, "電話").fill("02-2345-9999");
	assert.equal(await send(first.page, "儲存"), 303);

	await field(page, "會址").fill("100 臺北市漣漪路 92 號");
	await field(page, "電子郵件").fill("office@example.org");
	assert.equal(await send(page, "儲存"), 409);
	assert.deepEqual(await violations(page), []);
	const address = page.getByRole("group", { name: "會址" });
	assert.match((await address.textContent()) ?? "", /92 號.*90 號/s);
	assert.equal(await page.locator("fieldset.conflict").count(), 1);
	assert.equal(await field(page, "電子郵件").inputValue(), "office@example.org");
	assert.equal(await field(page, "電話").inputValue(), "02-2345-9999");
	await address.getByLabel("用對方已儲存的").check();
	assert.equal(await send(page, "儲存"), 303);
	const saved = await Promise.all(["會址", "電話", "電子郵件"].map((label) => field(page, label).inputValue()));
	assert.deepEqual(saved, ["100 臺北市漣漪路 90 號", "02-2345-9999", "office@example.org"]);
	await close(first);
});

journey("who is invited by mail opens the link, sets a password and signs in", {}, async (page) => {
	await signIn(page, "admin@example.org");
	await page.goto("/admin/users");
	await link(page, "新增使用者").click();
	await field(page, "姓名").fill("趙文彬");
	await field(page, "電子郵件").fill("wenbin@example.org");
	await page.getByLabel(/^會員/).check();
	await button(page, "新增使用者").click();
	await page.getByText("邀請信將寄到 wenbin@example.org。").waitFor();
	await page.goto("/admin/mail?q=wenbin@example.org");
	await page.getByRole("link", { name: /趙文彬/ }).click();
	const href = (await page.locator('a[href*="/invite/"]').getAttribute("href")) ?? "";
	assert.equal(href.startsWith(`${world.address}/invite/`), true);
	await reloadUntil(page, "已寄出");

	const invited = await openTab(world, PHONE);
	const door = invited.page;
	await door.goto(href);
	assert.equal(await heading(door), "開通帳號");
	await field(door, "新密碼").fill("散步時看到三隻藍鵲在樹上");
	await button(door, "開通帳號").click();
	await door.getByText("帳號已開通，請登入。").waitFor();
	await enter(door, "wenbin@example.org", "散步時看到三隻藍鵲在樹上");
	await door.waitForURL("/member/profile/create");
	assert.equal((await door.goto(href))?.status(), 410);
	await close(invited);
});

journey("without JavaScript: sign in, change a setting, be told a mistake, sign out", NO_SCRIPT, async (page) => {
	await signIn(page, "admin@example.org");
	await page.locator(".menu-btn:visible").first().click();
	await link(page, "設定").click();
	await page.waitForURL("/admin/settings/association");
	await field(page, "統一編號").fill("12345678");
	assert.equal(await send(page, "儲存"), 422);
	await page.getByRole("link", { name: /統一編號不正確/ }).click();
	await page.waitForURL("**#f-tax_id");
	await field(page, "統一編號").fill("04595257");
	assert.equal(await send(page, "儲存"), 303);
	await page.getByText("已儲存協會設定。").waitFor();
	assert.equal(await field(page, "統一編號").inputValue(), "04595257");
	await signOut(page);
	await page.goto("/admin/settings/association");
	await page.waitForURL(/\/login\?next=/);
});

/** Whoever is signed in gave the password eleven minutes earlier than they did. */
const letTimePass = () =>
	patiently(() => world.env.DB.prepare("UPDATE sessions SET authenticated_at = authenticated_at - 660000").run());

journey("roles ask for the password again after ten minutes, also behind the form", {}, async (page) => {
	await signIn(page, "admin@example.org");
	await page.goto("/admin/users?q=editor@example.org");
	await link(page, "曾柏翰").click();
	await letTimePass();
	await link(page, "變更角色").click();
	assert.deepEqual(await violations(page), []);
	await field(page, "密碼").fill(DEMO_PASSWORD);
	await button(page, "確認").click();
	await page.waitForURL(/\/admin\/users\/\d+\/roles$/);
	await page.getByLabel(/^申請人/).check();

	await letTimePass();
	await button(page, "儲存").click();
	await field(page, "密碼").fill(DEMO_PASSWORD);
	await button(page, "確認並送出").click();
	await page.getByText("已變更角色").waitFor();
	const { results } = await world.env.DB.prepare(
		`SELECT r.code FROM user_roles x JOIN roles r ON r.id = x.role_id JOIN users u ON u.id = x.user_id
		WHERE u.email = 'editor@example.org' ORDER BY r.code`,
	).all();
	assert.deepEqual(results, [{ code: "applicant" }, { code: "editor" }]);
});
