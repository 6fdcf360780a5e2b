/** An application in Chromium: sent, corrected and taken back without scripts; its certificate sent with them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { button, field, send } from "../support/admin-steps.ts";

const { application, home, profile } = paths.member;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
let world: AdminServer;
let session = "";

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "newcomer@example.org");
		},
	});
});
after(() => world?.stop());
const open = (more: Parameters<typeof openTab>[1] = {}) => openTab(world, { cookies: { session }, ...more });

test("without scripts: sent, shown, corrected, taken back, and sent once more", async () => {
	const { page } = await open({ ...PHONE, javaScriptEnabled: false });
	await page.goto(home());
	assert.equal(new URL(page.url()).pathname, profile.create());
	await field(page, "手機號碼").fill("0987 654 321");
	await page.locator("[name=consent_personal]").check();
	assert.equal(await send(page, "送出"), 303);
	await page.getByText("申請已送出。").waitFor();
	await page.getByText("0987 654 321").waitFor();
	await page.getByRole("link", { name: "修改" }).click();
	await field(page, "職業").fill("護理師");
	assert.equal(await send(page, "儲存"), 303);
	await page.getByText("已修改申請。").waitFor();
	await page.getByText("護理師").waitFor();
	await page.getByRole("link", { name: "撤回申請" }).click();
	await page.getByText("隨時可以重新申請。").waitFor();
	assert.equal(await send(page, "撤回申請"), 303);
	await page.getByText("申請已撤回", { exact: true }).waitFor();
	await field(page, "手機號碼").fill("0987 654 321");
	await page.locator("[name=consent_personal]").check();
	assert.equal(await send(page, "送出"), 303);
	await page.getByText("入會審核中").waitFor();
	await page.context().close();
});

test("a certificate goes along with its bar, by day and by night, and axe finds nothing", async () => {
	for (const colorScheme of ["light", "dark"] as const) {
		const { page, errors } = await open({ ...PHONE, colorScheme });
		await page.goto(home());
		await page.locator("x-island[name=upload-form][data-state=ready]").waitFor();
		assert.deepEqual(await violations(page), []);
		const file = { name: "證明.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF\n") };
		await field(page, "證明的照片或 PDF").setInputFiles(file);
		await button(page, colorScheme === "light" ? "送出證明" : "換成這一份").click();
		await page.getByText("已收到您的證明。").waitFor();
		await page.getByText("審核結果會在入會通過後告訴您").waitFor();
		for (const path of [application.edit(), application.withdrawal()]) {
			await page.goto(path);
			assert.deepEqual([path, await violations(page)], [path, []]);
		}
		assert.deepEqual(errors, []);
		await page.context().close();
	}
});

test("children come and go without scripts, Enter stores the form, and axe finds nothing", async () => {
	const { page } = await open({ ...PHONE, javaScriptEnabled: false });
	await page.goto(application.edit());
	assert.equal(await send(page, "加一位孩子"), 200);
	await field(page, "孩子的姓名").fill("石小宇");
	assert.equal(await send(page, "再加一位孩子"), 200);
	const second = page.getByRole("group", { name: "第 2 位孩子" });
	await second.getByLabel("孩子的姓名").fill("石小安");
	assert.equal(await send(page, "儲存"), 422);
	assert.equal(await send(page, "移除 第 1 位孩子"), 200);
	assert.equal(await field(page, "孩子的姓名").inputValue(), "石小安");
	await field(page, "孩子的生日").fill("109/2/3");
	await page.locator("[name=consent_children]").check();
	await field(page, "職業").press("Enter");
	await page.getByText("已修改申請。").waitFor();
	await page.getByText("石小安　2020年2月3日").waitFor();
	await page.context().close();
	for (const colorScheme of ["light", "dark"] as const) {
		const { page: form, errors } = await open({ ...PHONE, colorScheme });
		await form.goto(application.edit());
		await form.getByRole("group", { name: "第 1 位孩子" }).waitFor();
		assert.deepEqual([await violations(form), errors], [[], []]);
		await form.context().close();
	}
});
