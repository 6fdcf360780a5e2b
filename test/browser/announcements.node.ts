/** The steps of an announcement in Chromium: with scripts the numbers follow the choice, without them a button asks. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { type AdminServer, openTab, startAdmin, violations } from "../support/admin-server.ts";
import { signIn } from "../support/admin-steps.ts";
import { asSource } from "../support/writing-steps.ts";

let world: AdminServer;
before(async () => {
	world = await startAdmin();
});
after(() => world?.stop());

async function write(page: Page, title: string): Promise<string> {
	await page.goto("/admin/announcements/new");
	await page.locator("[name=title]").fill(title);
	if (await page.locator("[data-view=source]").isVisible()) await asSource(page);
	await page.locator("textarea[name=body]").fill("四月十二日下午兩點，請準時。");
	await page.getByRole("button", { name: "下一步：對象" }).first().click();
	await page.waitForURL(/announcements\/\d+\/audience$/);
	return new URL(page.url()).pathname.replace(/\/audience$/, "");
}
const numbers = (page: Page) => page.locator("#list .card").first().textContent();

for (const javaScriptEnabled of [true, false])
	test(`from the first word to what became of it, ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
		const { page } = await openTab(world, {
			viewport: { width: javaScriptEnabled ? 1280 : 390, height: 860 },
			javaScriptEnabled,
		});
		await signIn(page, "secretary@example.org");
		const here = await write(page, javaScriptEnabled ? "有程式的一則" : "沒有程式的一則");
		const all = await numbers(page);
		if (javaScriptEnabled) {
			const counted = page.waitForResponse((answer) => answer.url().includes("audience=type"));
			// The code that counts comes with the first touch.
			await page.locator("h1").hover();
			await page.locator("[name=audience]").selectOption("type:sponsor");
			await counted;
			await page.waitForURL(/audience=type/);
			assert.notEqual(await numbers(page), all);
			assert.deepEqual(await violations(page), []);
			await page.locator("[name=audience]").selectOption("members");
			await page.waitForURL(/audience=members/);
		} else {
			await page.locator("[name=audience]").selectOption("type:sponsor");
			await page.getByRole("button", { name: "看人數" }).click();
			await page.waitForURL(/audience=type/);
			assert.notEqual(await numbers(page), all);
			// What is chosen is what is saved, also without counting first.
			await page.locator("[name=audience]").selectOption("members");
		}
		await page.getByRole("button", { name: "下一步：管道" }).click();
		await page.waitForURL(/\/channels$/);
		await page.getByLabel(/也寄電子郵件/).check();
		await page.getByRole("button", { name: "下一步：預覽" }).click();
		await page.waitForURL(/\/preview$/);
		const mail = page.frameLocator("iframe.letter");
		await mail.getByText("四月十二日下午兩點，請準時。").waitFor();
		await page.getByRole("link", { name: "手機" }).click();
		await page.waitForURL(/width=phone/);
		const width = await page.locator(".phone-wide .card").first().boundingBox();
		assert.ok((width?.width ?? 999) <= 390);
		await page.getByRole("button", { name: "寄一封給自己" }).click();
		await page.getByText("已寄一封到您的信箱").waitFor();
		await page.getByRole("link", { name: "下一步：發送" }).click();
		await page.waitForURL(/\/mailing$/);
		if (javaScriptEnabled) assert.deepEqual(await violations(page), []);
		// Planned, taken back, then sent.
		await page.getByText("排程", { exact: true }).first().click();
		await page.getByLabel("公告時間", { exact: true }).fill("188/5/1");
		await page.getByLabel("公告時間（幾點幾分）").fill("上午9點");
		// The list of times lies over the button until the field is left.
		await page.keyboard.press("Tab");
		await page.locator("form[action$=publication] button[type=submit]").click();
		await page.getByText("已排程，時間到了會自動公告。").waitFor();
		await page.getByRole("button", { name: "取消排程" }).click();
		await page.getByText("已取消排程").waitFor();
		await page.getByText("立即", { exact: true }).first().click();
		await page.locator("form[action$=publication] button[type=submit]").click();
		await page.getByText("已發布，對象登入後就看得到。").waitFor();
		await page.getByText(/個帳號已讀/).waitFor();
		await page.getByText("寄給全部").waitFor();
		if (javaScriptEnabled) assert.deepEqual(await violations(page), []);
		assert.equal(new URL(page.url()).pathname, `${here}/mailing`);
		await page.context().close();
	});
