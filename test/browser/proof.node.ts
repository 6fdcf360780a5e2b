/** The password that a press asks for, in Chromium: in a dialog over the page, and on a page of its own without scripts. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { patiently } from "#db/commit.ts";
import { paths } from "#http/paths.ts";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { button, field, heading, link, send } from "../support/admin-steps.ts";

const { roles } = paths.admin;
const TITLE = "請確認是您本人";
let world: AdminServer;

before(async () => {
	world = await startAdmin();
});
after(() => world?.stop());

/** A browser of the administrator, in a session of its own: a proof gives the session another id. */
const open = async (more = {}) =>
	openTab(world, { cookies: { session: await sessionOf(world, "admin@example.org") }, ...more });
const letTimePass = () =>
	patiently(() =>
		world.env.DB.prepare("UPDATE sessions SET authenticated_at = ?1")
			.bind(Date.now() - 3_600_000)
			.run(),
	);
const made = async (name: string): Promise<number> =>
	(await world.env.DB.prepare("SELECT count(*) AS n FROM roles WHERE name = ?").bind(name).first<number>("n")) ?? 0;
const dialog = (page: Page) => page.getByRole("dialog", { name: TITLE });

/** Opens the form of a new role with a fresh proof, and fills it in; the proof is old when it is sent. */
async function typed(page: Page, name: string): Promise<void> {
	await page.goto(roles.create());
	if (page.url().includes(paths.account.confirm())) {
		await field(page, "密碼").fill(DEMO_PASSWORD);
		await send(page, "確認");
	}
	await field(page, "名稱").fill(name);
	await page.getByLabel("管理標籤").check();
	await letTimePass();
}

test("the dialog takes the password, says when it is wrong, and the press goes through once with all that was typed", async () => {
	const { page, errors } = await open();
	await typed(page, "刊物小組");
	// A chosen file is sent as it was, because the page was never left.
	await page.evaluate(`(() => {
		const form = document.querySelector("main form[method=post]");
		form.enctype = "multipart/form-data";
		const input = Object.assign(document.createElement("input"), { type: "file", name: "paper", id: "paper" });
		form.append(input);
		form.addEventListener("formdata", ({ formData }) => sessionStorage.setItem("sent", formData.get("paper").name));
	})()`);
	await page
		.locator("#paper")
		.setInputFiles({ name: "會議紀錄.txt", mimeType: "text/plain", buffer: Buffer.from("決議") });
	const posts: string[] = [];
	page.on("request", (one) => {
		if (one.method() === "POST") posts.push(new URL(one.url()).pathname);
	});
	const before = page.url();
	await button(page, "新增角色").click();
	await dialog(page).waitFor();
	assert.equal(await page.evaluate("document.activeElement.name"), "current");
	assert.deepEqual(await violations(page), []);
	await field(page, "密碼").fill("not the password");
	await page.keyboard.press("Enter");
	await dialog(page).getByText("目前的密碼不正確。").waitFor();
	assert.deepEqual(
		[page.url(), await field(page, "名稱").inputValue(), await made("刊物小組")],
		[before, "刊物小組", 0],
	);
	assert.equal(await page.evaluate("document.activeElement.name"), "current");

	await field(page, "密碼").fill(DEMO_PASSWORD);
	await Promise.all([page.waitForURL(/\/admin\/roles\/\d+$/), button(page, "確認並送出").dblclick()]);
	assert.equal(await page.evaluate("sessionStorage.getItem('sent')"), "會議紀錄.txt");
	assert.equal(await made("刊物小組"), 1);
	assert.deepEqual(posts, [paths.account.confirm(), paths.account.confirm(), roles.create()]);
	assert.deepEqual(
		errors.filter((error) => !/status of 422/.test(error)),
		[],
	);
	await page.context().close();
});

test("Escape and 取消 send nothing, give the focus back, and leave the form as it was", async () => {
	const { page } = await open();
	await typed(page, "不送了");
	for (const end of ["Escape", "取消"]) {
		await button(page, "新增角色").focus();
		await page.keyboard.press("Enter");
		await dialog(page).waitFor();
		if (end === "Escape") await page.keyboard.press("Escape");
		else await button(page, end).click();
		await dialog(page).waitFor({ state: "detached" });
		assert.equal(await page.evaluate("document.activeElement.textContent.trim()"), "新增角色");
	}
	assert.deepEqual([await field(page, "名稱").inputValue(), await made("不送了")], ["不送了", 0]);
	// It can be pressed again.
	await button(page, "新增角色").click();
	await field(page, "密碼").fill(DEMO_PASSWORD);
	await Promise.all([page.waitForURL(/\/admin\/roles\/\d+$/), button(page, "確認並送出").click()]);
	assert.equal(await made("不送了"), 1);
	await page.context().close();
});

test("a link to a page that asks leads on to it, and a proof of another tab is enough", async () => {
	const { page } = await open();
	await page.goto(roles.list());
	await letTimePass();
	await link(page, "新增角色").click();
	await field(page, "密碼").fill(DEMO_PASSWORD);
	await Promise.all([page.waitForURL(roles.create()), button(page, "確認").click()]);
	assert.equal(await heading(page), "新增角色");

	await letTimePass();
	const other = await page.context().newPage();
	await other.goto(paths.account.confirm());
	await field(other, "密碼").fill(DEMO_PASSWORD);
	await send(other, "確認");
	await field(page, "名稱").fill("兩個分頁");
	await page.getByLabel("管理標籤").check();
	await Promise.all([page.waitForURL(/\/admin\/roles\/\d+$/), button(page, "新增角色").click()]);
	assert.equal(await made("兩個分頁"), 1);
	await page.context().close();
});

test("when somebody else signed in meanwhile in this browser, nothing is sent", async () => {
	const { page } = await open();
	await typed(page, "別人的");
	const { origin } = new URL(page.url());
	const value = await sessionOf(world, "chair@example.org");
	await page.context().addCookies([{ name: "session", value, url: origin }]);
	await button(page, "新增角色").click();
	await page.getByRole("dialog", { name: "沒有送出" }).getByText("另一個帳號").waitFor();
	await button(page, "關閉").last().click();
	assert.equal(await made("別人的"), 0);
	await page.context().close();
});

test("without scripts the page that holds the form asks for the password, and one button does both", async () => {
	const { page } = await open({ javaScriptEnabled: false });
	await letTimePass();
	await typed(page, "沒有程式");
	assert.equal(await send(page, "新增角色"), 403);
	assert.equal(await heading(page), "請先確認是您本人");
	assert.equal(await page.getByRole("link", { name: "開啟新分頁" }).count(), 0);
	await field(page, "密碼").fill("not the password");
	assert.equal(await send(page, "確認並送出"), 403);
	await page.getByText("目前的密碼不正確。").first().waitFor();
	await field(page, "密碼").fill(DEMO_PASSWORD);
	assert.equal(await send(page, "確認並送出"), 303);
	await page.waitForURL(/\/admin\/roles\/\d+$/);
	assert.equal(await made("沒有程式"), 1);
	await page.context().close();
});
