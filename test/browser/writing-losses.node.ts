/** Nothing that was written is lost: to an ended session, a lost network, another editor, another tab, a killed server. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { patiently } from "#db/commit.ts";
import { type AdminServer, openTab, startAdmin } from "../support/admin-server.ts";
import { button, enter, heading, link, signIn } from "../support/admin-steps.ts";
import {
	append,
	awake,
	bodyOf,
	deskOf,
	openEditor,
	press,
	said,
	save,
	textOf,
	titleOf,
} from "../support/writing-steps.ts";

const EDITOR = "editor@example.org";
const DESK = { viewport: { width: 1280, height: 900 } };
const KEPT = /^草稿已於 \d\d:\d\d 自動儲存$/;
let world: AdminServer;

before(async () => {
	world = await startAdmin();
});
after(() => world?.stop());

/** Makes a draft with a text of some lines and stays in its editor; returns its address. */
async function draft(page: Page, title: string, body = "第一行\n\n第二行\n\n第三行"): Promise<string> {
	await openEditor(page);
	await titleOf(page).fill(title);
	await bodyOf(page).fill(body);
	await save(page, "儲存草稿");
	await awake(page);
	return new URL(page.url()).pathname;
}

const endSessions = () => patiently(() => world.env.DB.prepare("DELETE FROM sessions").run());
/** What our own server said no to, and a network that was away, are no faults of the page. */
const faults = (errors: string[]) => errors.filter((error) => !/status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(error));

test("the session ends while somebody types: autosave says so, and goes on once they are signed in again", async () => {
	const { page, errors } = await openTab(world, DESK);
	await signIn(page, EDITOR);
	const address = await draft(page, "登出的時候");
	await endSessions();
	await append(page, "，登出之後寫的");
	await said(page, /尚未儲存：您已登出，請在新分頁/);
	const [door] = await Promise.all([
		page.context().waitForEvent("page"),
		page.locator(".autosave").getByRole("link", { name: "登入" }).click(),
	]);
	await enter(door, EDITOR);
	await door.waitForURL("/admin");
	await said(page, KEPT);
	assert.equal(await textOf(page), "第一行\n\n第二行\n\n第三行，登出之後寫的");

	await endSessions();
	await append(page, "，再寫的");
	assert.equal((await press(page, "儲存草稿")).status, 401);
	assert.equal(await heading(page), "您已經登出");
	await page.getByText("看看保留了哪些內容").click();
	await page.getByText("第三行，登出之後寫的，再寫的").waitFor();
	await enterBeside(page);
	assert.equal((await press(page, "重新送出")).status, 303);
	await awake(page);
	assert.equal(await textOf(page), "第一行\n\n第二行\n\n第三行，登出之後寫的，再寫的");
	assert.equal(await page.locator(".autosave").getAttribute("data-state"), "none");

	await endSessions();
	await append(page, "，最後寫的");
	assert.equal((await press(page, "儲存草稿")).status, 401);
	await signIn(page, EDITOR);
	await openEditor(page, address);
	await said(page, /這台電腦有 .* 未送出的內容/);
	await button(page, "還原").click();
	assert.equal(await textOf(page), "第一行\n\n第二行\n\n第三行，登出之後寫的，再寫的，最後寫的");
	await said(page, KEPT);
	assert.deepEqual(faults(errors), []);
	await page.context().close();
});

/** Signs in beside the page that holds a form. */
async function enterBeside(page: Page): Promise<void> {
	const [door] = await Promise.all([page.context().waitForEvent("page"), link(page, "開啟新分頁").click()]);
	await enter(door, EDITOR);
	await door.waitForURL("/admin");
	await door.close();
}

test("the network is lost: the text stays in this browser, is said to, is sent when it is back, and offered later", async () => {
	const { page, errors } = await deskOf(world, EDITOR, DESK);
	const context = page.context();
	const address = await draft(page, "沒有網路的時候");
	await context.setOffline(true);
	await append(page, "，離線寫的");
	await said(page, "目前離線，內容暫存在這台電腦");
	await context.setOffline(false);
	await said(page, KEPT);

	// More than a page may send as it goes. A browser ends a page's emulated loss of network while the page is closing,
	// and what the page then sent would arrive: it sends nothing more once the words say that it is offline.
	const more = `，又離線寫的${"字".repeat(25_000)}`;
	await context.setOffline(true);
	await append(page, more);
	await said(page, "目前離線，內容暫存在這台電腦");
	await page.evaluate(() => {
		globalThis.fetch = () => Promise.reject(new TypeError("The network is lost."));
	});
	await page.goto("about:blank");
	await page.close();
	await context.setOffline(false);
	const later = await context.newPage();
	await openEditor(later, address);
	assert.equal(await textOf(later), "第一行\n\n第二行\n\n第三行，離線寫的");
	await said(later, /這台電腦有 .* 未送出的內容/);
	await button(later, "還原").click();
	await said(later, KEPT);
	await later.reload();
	await awake(later);
	assert.equal(await textOf(later), `第一行\n\n第二行\n\n第三行，離線寫的${more}`);
	await save(later, "儲存草稿");
	await awake(later);
	assert.equal(await later.locator(".autosave").getAttribute("data-state"), "none");
	assert.equal(await textOf(later), `第一行\n\n第二行\n\n第三行，離線寫的${more}`);
	assert.deepEqual(faults(errors), []);
	await context.close();
});

test("two people write one article: told of each other, merged line by line, and asked where both changed one", async () => {
	const first = await deskOf(world, "admin@example.org", DESK);
	const { page, errors } = await deskOf(world, EDITOR, DESK);
	const address = await draft(first.page, "兩個人的文章");
	await append(first.page, "，高改的");
	await said(first.page, KEPT);
	await openEditor(page, address);
	await page.getByText(/高志凱.*也在編輯這篇文章/).waitFor();

	await bodyOf(page).fill("第一行，曾改的\n\n第二行\n\n第三行");
	await titleOf(page).fill("兩個人的文章，曾");
	await save(first.page, "儲存草稿");
	assert.equal((await press(page, "儲存草稿")).status, 409);
	await page.getByText("您編輯時，有人先儲存了").waitFor();
	assert.equal(await page.locator("fieldset.conflict").count(), 0);
	await awake(page);
	assert.equal(await textOf(page), "第一行，曾改的\n\n第二行\n\n第三行，高改的");
	assert.equal(await titleOf(page).inputValue(), "兩個人的文章，曾");
	await save(page, "儲存草稿");

	await openEditor(first.page, address);
	await awake(page);
	await bodyOf(first.page).fill("第一行，高志凱\n\n第二行\n\n第三行，高改的");
	await bodyOf(page).fill("第一行，曾柏翰\n\n第二行，只有曾\n\n第三行，高改的");
	await save(first.page, "儲存草稿");
	assert.equal((await press(page, "儲存草稿")).status, 409);
	const conflict = page.getByRole("group", { name: "內文" });
	assert.match((await conflict.textContent()) ?? "", /曾柏翰.*高志凱/s);
	await awake(page);
	await conflict.getByLabel(/^這些地方用對方的/).check();
	assert.equal(await textOf(page), "第一行，高志凱\n\n第二行，只有曾\n\n第三行，高改的");
	await conflict.getByLabel(/^兩邊都留/).check();
	const both = await textOf(page);
	assert.match(both, /曾柏翰[\s\S]*高志凱|高志凱[\s\S]*曾柏翰/);
	await conflict.getByLabel(/^這些地方用我寫的/).check();
	assert.equal(await textOf(page), "第一行，曾柏翰\n\n第二行，只有曾\n\n第三行，高改的");
	await save(page, "儲存草稿");
	await page.reload();
	assert.equal(await textOf(page), "第一行，曾柏翰\n\n第二行，只有曾\n\n第三行，高改的");
	assert.deepEqual([faults(errors), faults(first.errors)], [[], []]);
	await first.page.context().close();
	await page.context().close();
});

test("two tabs of one person: the older one stops keeping, says so, and saving it shows both texts", async () => {
	const { page: one, errors } = await deskOf(world, EDITOR, DESK);
	const address = await draft(one, "兩個分頁");
	const two = await one.context().newPage();
	await openEditor(two, address);
	await append(one, "，甲");
	await said(one, KEPT);
	await append(two, "，乙");
	await said(two, /這份草稿已在另一個分頁或裝置上更新/);
	await save(one, "儲存草稿");
	assert.equal((await press(two, "儲存草稿")).status, 409);
	const conflict = two.getByRole("group", { name: "內文" });
	assert.match((await conflict.textContent()) ?? "", /第三行，乙.*第三行，甲/s);
	await awake(two);
	assert.equal(await textOf(two), "第一行\n\n第二行\n\n第三行，乙");
	await conflict
		.getByLabel("用對方已儲存的")
		.or(conflict.getByLabel(/^這些地方用對方的/))
		.check();
	assert.equal(await textOf(two), "第一行\n\n第二行\n\n第三行，甲");
	await save(two, "儲存草稿");
	assert.deepEqual(faults(errors), []);
	await one.context().close();
});
