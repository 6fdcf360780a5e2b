/** A voucher by keyboard alone, by hand on a phone, and without a script. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { button, follow } from "../support/admin-steps.ts";

const { ledger } = paths.admin;
const PHONE = { viewport: { width: 360, height: 1200 }, isMobile: true, hasTouch: true };
let world: AdminServer;
let session: string;

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "accountant@example.org");
		},
	});
});
after(() => world?.stop());

async function openForm(options: Parameters<typeof openTab>[1] = {}) {
	const tab = await openTab(world, { ...options, cookies: { session } });
	await tab.page.goto(ledger.voucherCreate());
	return tab;
}
/** Touches the lines, which then start. */
async function ready(page: Page): Promise<void> {
	await page.locator(".voucher-editor caption").dispatchEvent("pointerover");
	await page.locator("x-island[name=voucher-editor][data-state=ready]").waitFor();
}
/** Account, memo, debit and credit of each row that is not empty. */
const rows = (page: Page): Promise<string[]> =>
	page.evaluate(
		`[...document.querySelectorAll(".voucher-editor tbody tr")].map((row) => [...row.querySelectorAll("input")].slice(0, 4).map(({ value }) => value).join("|")).filter((row) => row !== "|||")`,
	);
const offered = (page: Page): Promise<string[]> => page.locator(".offers:visible [role=option]").allTextContents();
const balance = (page: Page) => page.locator("[data-balance]").textContent();
const focused = (page: Page) => page.evaluate("document.activeElement.getAttribute('aria-label')");
const type = async (page: Page, ...keys: string[]): Promise<void> => {
	for (const key of keys)
		await (/^(?:Enter|Tab|Escape|Arrow|Control|Alt|=)/.test(key) ? page.keyboard.press(key) : page.keyboard.type(key));
};

test("lines by keyboard: accounts by code or name, the other side, the difference, one more row, saved", async () => {
	const { page, errors } = await openForm();
	await ready(page);
	await page.getByLabel("摘要", { exact: true }).first().fill("十一月郵資");
	await page.getByLabel("第 1 行會計科目").focus();
	await type(page, "郵");
	assert.deepEqual(await offered(page), ["1140 郵政劃撥儲金", "5250 郵電費"]);
	await type(page, "ArrowDown", "Enter");
	assert.equal(await focused(page), "第 1 行摘要");
	await type(page, "掛號", "Enter", "1,005");
	assert.equal(await balance(page), "借方比貸方多 1,005 元（壹仟零伍元整）");
	await type(page, "Enter");
	assert.equal(await focused(page), "第 2 行會計科目");
	await type(page, "1110", "Escape");
	assert.deepEqual(await offered(page), []);
	await type(page, "Enter", "Enter", "=");
	assert.deepEqual(await rows(page), ["5250 郵電費|掛號|1,005|", "1110|||1,005"]);
	assert.equal(await balance(page), "借貸平衡：1,005 元（壹仟零伍元整）");
	await type(page, "Enter", "ArrowDown", "ArrowDown");
	assert.equal(await focused(page), "第 4 行會計科目");
	await type(page, "5250", "Enter", "Enter", "7", "Enter");
	assert.equal(await focused(page), "第 5 行會計科目");
	await page.getByLabel("第 4 行借方").fill("");
	await page.getByLabel("第 4 行會計科目").fill("");
	assert.deepEqual(await violations(page), []);
	await type(page, "Control+s");
	await page.waitForURL(/\/vouchers\/\d+$/);
	assert.equal(await page.getByRole("rowheader", { name: "郵電費" }).count(), 1);
	await page.getByRole("button", { name: "過帳" }).click();
	await page.getByRole("heading", { level: 1, name: /^支出傳票 支\d+-\d{4}$/ }).waitFor();
	assert.deepEqual(errors, []);
});

test("an input method that composes is not disturbed: Enter confirms its word", async () => {
	const { page } = await openForm();
	await ready(page);
	await page.getByLabel("第 1 行會計科目").focus();
	await page.evaluate(
		`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, isComposing: true, bubbles: true, cancelable: true }))`,
	);
	assert.equal(await focused(page), "第 1 行會計科目");
});

test("an input method in a line: nothing is written, read or offered before its words are there, and no field loses its syllables", async () => {
	const { page, errors } = await openForm();
	await ready(page);
	const session = await page.context().newCDPSession(page);
	const compose = (text: string) =>
		session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
	await page.getByLabel("第 1 行會計科目").focus();
	for (const text of ["ㄧ", "ㄧㄡ", "ㄧㄡˊ"]) {
		await compose(text);
		assert.equal(await page.getByLabel("第 1 行會計科目").inputValue(), text);
	}
	assert.deepEqual(await offered(page), []);
	await session.send("Input.insertText", { text: "郵" });
	assert.deepEqual(await offered(page), ["1140 郵政劃撥儲金", "5250 郵電費"]);
	await type(page, "ArrowDown", "Enter");
	// The sums are drawn anew while the memo composes; its field is the same, with its syllables.
	await page.getByLabel("第 1 行摘要").focus();
	await compose("ㄍㄨㄚˋ");
	await page.evaluate(
		`(() => {
			globalThis.memo = document.querySelector("[name=memo]");
			const debit = document.querySelector("[name=debit]");
			debit.value = "35";
			debit.dispatchEvent(new InputEvent("input", { bubbles: true }));
		})()`,
	);
	assert.equal(await balance(page), "借方比貸方多 35 元（參拾伍元整）");
	assert.equal(await page.evaluate("globalThis.memo.isConnected && globalThis.memo.value"), "ㄍㄨㄚˋ");
	await session.send("Input.insertText", { text: "掛號" });
	assert.deepEqual(await rows(page), ["5250 郵電費|掛號|35|"]);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("lines are moved and removed, what was removed comes back, and cells of a spreadsheet bring lines of their own", async () => {
	const { page, errors } = await openForm();
	await ready(page);
	await page.getByLabel("第 1 行會計科目").focus();
	await page.evaluate(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", "5250\\t郵資\\t35\\n5230\\t電費\\t1,200\\n1110\\t\\t\\t1235\\n5240\\n5210\\n5220\\n");
		document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	})()`);
	const before = ["5250|郵資|35|", "5230|電費|1,200|", "1110|||1235", "5240|||", "5210|||", "5220|||"];
	assert.deepEqual(await rows(page), before);
	assert.equal(await balance(page), "借貸平衡：1,235 元（壹仟貳佰參拾伍元整）");
	await page.getByLabel("第 2 行摘要").focus();
	await type(page, "Alt+ArrowUp");
	assert.equal(await focused(page), "第 1 行摘要");
	assert.deepEqual((await rows(page)).slice(0, 2), ["5230|電費|1,200|", "5250|郵資|35|"]);
	await type(page, "Alt+ArrowUp", "Alt+ArrowDown");
	assert.deepEqual(await rows(page), before);
	await button(page, "上移第 3 行").click();
	await button(page, "移除第 1 行").click();
	assert.deepEqual((await rows(page)).slice(0, 2), ["1110|||1235", "5230|電費|1,200|"]);
	assert.equal(await focused(page), "第 1 行會計科目");
	assert.equal(await balance(page), "貸方比借方多 35 元（參拾伍元整）");
	await button(page, "復原剛才移除的第 1 行").click();
	assert.deepEqual((await rows(page)).slice(0, 3), ["5250|郵資|35|", "1110|||1235", "5230|電費|1,200|"]);
	assert.deepEqual(await violations(page), []);
	for (const nth of [6, 5, 4]) await button(page, `移除第 ${nth} 行`).click();
	await page.getByLabel("摘要", { exact: true }).first().fill("郵電");
	await button(page, "儲存草稿").click();
	await page.waitForURL(/\/vouchers\/\d+$/);
	assert.match((await page.textContent("main")) ?? "", /借貸平衡：1,235 元/);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("a line that nobody touches keeps its bytes, whatever is done with the others", async () => {
	const { page } = await openForm();
	const memo = "  全形　空白，１，２３４  ";
	await page.getByLabel("第 2 行摘要").evaluate((field, text) => Object.assign(field, { value: text }), memo);
	await page.getByLabel("第 2 行借方").evaluate((field) => Object.assign(field, { value: "１，２３４" }));
	await ready(page);
	await page.getByLabel("第 1 行會計科目").focus();
	await type(page, "5250", "Enter", "x", "Enter", "7", "Enter");
	await button(page, "再加幾行").click();
	await button(page, "移除第 1 行").click();
	await page.getByLabel("第 1 行會計科目").focus();
	await type(page, "Alt+ArrowDown", "Alt+ArrowUp");
	const kept = await page.getByLabel("第 1 行摘要").inputValue();
	assert.equal(kept, memo);
	assert.equal(await page.getByLabel("第 1 行借方").inputValue(), "１，２３４");
	await page.context().close();
});

test("on a phone both sides stand beside each other, nothing is wider than the page, and rows are added by a button", async () => {
	const { page } = await openForm(PHONE);
	await ready(page);
	assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360);
	assert.deepEqual(await violations(page), []);
	await page.getByRole("button", { name: "再加幾行" }).click();
	await page.locator(".voucher-editor tbody tr").nth(5).waitFor();
	assert.equal(await page.locator(".voucher-editor tbody tr").count(), 6);
});

test("without a script: more rows, a mistake beside its line, then saved", async () => {
	const { page } = await openForm({ javaScriptEnabled: false });
	await page.getByLabel("第 1 行會計科目").fill("5250");
	await follow(page, button(page, "再加幾行"));
	assert.equal(await page.locator(".voucher-editor tbody tr").count(), 8);
	await page.getByLabel("摘要", { exact: true }).first().fill("郵資");
	await page.getByLabel("第 1 行借方").fill("10.5");
	await page.getByRole("button", { name: "儲存草稿" }).click();
	await page.locator(".error", { hasText: "「10.5」不是大於 0 的整數金額" }).waitFor();
	await page.getByLabel("第 1 行借方").fill("105");
	await page.getByLabel("第 2 行會計科目").fill("庫存現金");
	await page.getByLabel("第 2 行貸方").fill("105");
	await page.getByRole("button", { name: "儲存草稿" }).click();
	await page.waitForURL(/\/vouchers\/\d+$/);
	assert.match((await page.textContent("main")) ?? "", /借貸平衡：105 元/);
});
