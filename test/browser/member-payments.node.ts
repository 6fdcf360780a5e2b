/** A member's payments in Chromium: on a telephone with a photograph, without scripts, and the receipt. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, type Store, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { button, field, send } from "../support/admin-steps.ts";
import { fillOwnPayments } from "../support/own-payment-rows.ts";
import { REAL } from "../support/pictures.ts";

const { payments, receipt } = paths.member;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const PROOF = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: Buffer.from(REAL.jpeg) };
let world: AdminServer;
let session = "";
let known: Record<string, string[]>;

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "member@example.org");
			known = await fillOwnPayments(store, Date.now());
			await fillDues(store);
		},
	});
});
after(() => world?.stop());

/** An account to pay into, what the member owes for this year, and half of it for a child. */
async function fillDues({ env }: Store): Promise<void> {
	const own = "SELECT m.id FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = 'member@example.org'";
	await env.DB.batch(
		[
			"INSERT INTO dues_events (dues_item_id, kind, at) SELECT id, 'cancelled', 1 FROM dues_items WHERE status = 'open' AND dues_year > 2010",
			"UPDATE dues_items SET status = 'cancelled' WHERE status = 'open' AND dues_year > 2010",
			"UPDATE bank_accounts SET is_shown = 0",
			"INSERT INTO accounts (code, name, created_at, updated_at) VALUES ('1130-88', '會費專戶', 1, 1)",
			`INSERT INTO bank_accounts (kind, name, bank_name, branch, holder, number, account_id, created_at, updated_at)
			SELECT 'bank', '會費專戶', '示範銀行', '示範分行', '漣漪病友協會', '012-345-678901', id, 1, 1 FROM accounts WHERE code = '1130-88'`,
			`INSERT INTO members (name, guardian_member_id, status, created_at, updated_at) SELECT '石品睿', id, 'active', 1, 1 FROM (${own})`,
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
			SELECT id, 'annual', 2190, 1000, 1000, 1, 1 FROM (${own})`,
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, discount_percent, amount, created_at, updated_at)
			SELECT id, 'annual', 2190, 1000, 50, 500, 1, 1 FROM members WHERE name = '石品睿'`,
		].map((statement) => env.DB.prepare(statement)),
	);
}

const open = (more: Parameters<typeof openTab>[1] = {}) => openTab(world, { cookies: { session }, ...more });
const OWN = "常年會費 279 年";
const CHILDS = "石品睿　常年會費 279 年";
const tick = (page: Page, label: string) => page.locator("label.choice", { hasText: label }).first().locator("input");
async function untick(page: Page): Promise<void> {
	for (const item of await page.locator("input[name=items]").all()) await item.uncheck();
}
const sum = (page: Page): Promise<string | null> => page.locator("[data-sum]").textContent();
const ready = (page: Page) =>
	Promise.all(
		["upload-form", "payment-form"].map((name) => page.locator(`x-island[name=${name}][data-state=ready]`).waitFor()),
	);

test("on a telephone: from the first page to the form, the sum follows, a photograph goes along", async () => {
	const { page, errors } = await open(PHONE);
	await page.goto(paths.member.home());
	await page.getByRole("link", { name: "繳費", exact: true }).click();
	await ready(page);
	await page.getByText("012-345-678901").waitFor();
	await untick(page);
	assert.equal(await sum(page), "0 元");
	await tick(page, OWN).check();
	await tick(page, CHILDS).check();
	assert.equal(await sum(page), "1,500 元");
	await page.locator("[name=donation]").fill("５００");
	assert.equal(await sum(page), "2,000 元");
	await page.getByText("現金", { exact: true }).click();
	assert.equal(await field(page, "轉出帳號的末五碼").isVisible(), false);
	await page.getByText("轉帳／匯款", { exact: true }).click();
	await field(page, "轉出帳號的末五碼").fill("40718");
	await page.locator("input[type=file]").setInputFiles(PROOF);
	await page.getByAltText("您選擇的照片").waitFor();
	// Wherever a page is scrolled to, the bar at its top lies over something.
	await page.evaluate("scrollTo(0, 0)");
	assert.deepEqual(await violations(page), []);
	await button(page, "送出繳費資料").click();
	await page.getByText("已送出，核對完成會通知您。").waitFor();
	for (const words of ["2,000 元", CHILDS, "40718"]) await page.getByText(words).first().waitFor();
	assert.deepEqual(await violations(page), []);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("the same transfer with a photograph is asked about on the spot, and sent when it is another", async () => {
	const { page } = await open(PHONE);
	await page.goto(payments.create());
	await ready(page);
	// What waits already is told beside the item, and is not ticked.
	await page.getByText("這筆會費已有一筆等候核對的繳費").first().waitFor();
	await untick(page);
	await tick(page, OWN).check();
	await tick(page, CHILDS).check();
	await page.locator("[name=donation]").fill("500");
	await page.getByText("轉帳／匯款", { exact: true }).click();
	await field(page, "轉出帳號的末五碼").fill("40718");
	await page.locator("input[type=file]").setInputFiles(PROOF);
	const another = page.getByText("這是另外一筆，不是重複送出");
	assert.equal(await another.isVisible(), false);
	await button(page, "送出繳費資料").click();
	await another.waitFor();
	await another.click();
	await button(page, "送出繳費資料").click();
	await page.getByText("其中有會費另有一筆等候核對的繳費").waitFor();
	await page.context().close();
});

test("refused with a file chosen: what was wrong before is gone, and the reason stands at its field", async () => {
	const { page } = await open(PHONE);
	await page.goto(payments.create());
	await ready(page);
	await untick(page);
	await page.locator("[name=donation]").fill("350");
	assert.equal(await send(page, "送出繳費資料"), 422);
	await ready(page);
	const before = page.getByText("請附上匯款證明，或填寫帳號末五碼。");
	await before.first().waitFor();
	await page.locator("input[type=file]").setInputFiles(PROOF);
	await page.getByAltText("您選擇的照片").waitFor();
	await field(page, "轉出帳號的末五碼").fill("12");
	await button(page, "送出繳費資料").click();
	await page
		.locator(".field", { has: page.locator("[name=last5]") })
		.locator(".error")
		.getByText("最後 5 個數字")
		.waitFor();
	await page.getByText(/^沒有送出：/).waitFor();
	assert.equal(await page.evaluate("document.activeElement.name"), "last5");
	assert.deepEqual([await before.count(), await page.locator(".error-summary").count()], [0, 0]);
	// What stands under the bar at the top counts as covered.
	await page.evaluate("scrollTo(0, 0)");
	assert.deepEqual(await violations(page), []);
	await field(page, "轉出帳號的末五碼").fill("40721");
	await button(page, "送出繳費資料").click();
	await page.getByText("已送出，核對完成會通知您。").waitFor();
	await page.context().close();
});

test("sent again with something mended, after an answer that was lost: told, and sent on purpose with a second press", async () => {
	const { page } = await open(PHONE);
	await page.goto(payments.create());
	await ready(page);
	await untick(page);
	await page.getByText("現金", { exact: true }).click();
	await page.locator("[name=donation]").fill("300");
	await page.locator("input[type=file]").setInputFiles(PROOF);
	await page.getByAltText("您選擇的照片").waitFor();
	const sent = await page.evaluate<number>(
		`fetch(location.pathname, {
			method: "POST",
			headers: { Accept: "application/json" },
			body: new FormData(document.querySelector("x-island[name=upload-form] form")),
		}).then(({ status }) => status)`,
	);
	assert.equal(sent, 200);
	await page.locator("[name=donation]").fill("400");
	await button(page, "送出繳費資料").click();
	const told = page.getByText("沒有上傳：這份表單剛才已經送出並存好了，這次改的內容還沒有儲存。");
	await told.waitFor();
	assert.equal(await page.locator("[name=donation]").inputValue(), "400");
	assert.deepEqual(await violations(page), []);
	await button(page, "送出繳費資料").click();
	await page.getByText("已送出，核對完成會通知您。").waitFor();
	await page.getByText("400 元").first().waitFor();
	await page.context().close();
});

test("without scripts: refused in words with all that was typed, corrected, sent and taken back", async () => {
	const { page } = await open({ ...PHONE, javaScriptEnabled: false });
	await page.goto(payments.create());
	await tick(page, OWN).check();
	await page.locator("input[name=method][value=transfer]").check();
	await field(page, "收據抬頭").fill("石氏企業");
	assert.equal(await send(page, "送出繳費資料"), 422);
	await page.getByText("請附上匯款證明，或填寫帳號末五碼。").first().waitFor();
	assert.equal(await field(page, "收據抬頭").inputValue(), "石氏企業");
	assert.equal(await tick(page, OWN).isChecked(), true);
	await field(page, "轉出帳號的末五碼").fill("４０７２０");
	assert.equal(await send(page, "送出繳費資料"), 303);
	await page.getByText("取消這筆繳費").click();
	assert.equal(await send(page, "確定取消"), 303);
	await page.getByText("這筆繳費在核對前取消了。").waitFor();
	await page.context().close();
});

test("the receipt: the original is taken once, on the screen without 副本, then it is a copy", async () => {
	const [address = assert.fail("no receipt")] = known[receipt.show(":id")] ?? [];
	const { page, errors } = await open(PHONE);
	await page.goto(address);
	const copies = page.locator(".slip-copy");
	assert.equal(await copies.count(), 1);
	assert.deepEqual(await violations(page), []);
	await button(page, "領取正本").click();
	await page.getByText("這是正本").waitFor();
	// What is not there is seen once all of the page is.
	await page.waitForLoadState();
	assert.equal(await copies.count(), 0);
	assert.deepEqual(await violations(page), []);
	const original = page.getByText("下載正本 PDF");
	await Promise.all([page.waitForEvent("download"), original.click()]);
	// Chromium itself names it "download" where the machine has no locale.
	const answer = await page.request.get((await original.getAttribute("href")) ?? "");
	const name = /filename\*=UTF-8''(\S+)/.exec(answer.headers()["content-disposition"] ?? "")?.[1] ?? "";
	assert.match(decodeURIComponent(name), /^收據 會\d+-\d+\.pdf$/);
	await page.goto(address);
	assert.equal(await copies.count(), 1);
	// The paper, and nothing else.
	const paper = await PDFDocument.load(await page.pdf({ preferCSSPageSize: true }));
	assert.deepEqual(
		paper.getPages().map((one) => [Math.round(one.getWidth()), Math.round(one.getHeight())]),
		[[595, 420]],
	);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("every target of a telephone is tall enough for a thumb", async () => {
	const { page } = await open(PHONE);
	const [show = ""] = known[payments.show(":id")] ?? [];
	const [shown = ""] = known[receipt.show(":id")] ?? [];
	for (const path of [payments.list(), payments.create(), show, shown]) {
		await page.goto(path);
		const low = await page.evaluate<string[]>(
			`[...document.querySelectorAll("main a, main button, main summary, main label.choice, main .input, main .drop")]
				.filter((one) => one.checkVisibility() && !one.closest('p, .crumbs, .pager, .picture'))
				.filter((one) => one.getBoundingClientRect().height < 43.5)
				.map((one) => one.outerHTML.slice(0, 120) + one.getBoundingClientRect().height)`,
		);
		assert.deepEqual([path, low], [path, []]);
	}
	await page.context().close();
});
