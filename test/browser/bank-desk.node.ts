/** 銀行對帳 in Chromium: twenty lines by twenty presses of Enter, the keys, the sum while it is typed, and no scripts. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, type Tab, violations } from "../support/admin-server.ts";
import { ALL_BANK_LINES, fillBankDesk } from "../support/bank-desk-rows.ts";

const { bank } = paths.admin;
let world: AdminServer;
let session = "";
let account = 0;

before(async () => {
	world = await startAdmin({
		prepare: async (store) => {
			session = await sessionOf(store, "cashier@example.org");
			account = await fillBankDesk(store);
		},
	});
});
after(() => world?.stop());

const open = (more: Parameters<typeof openTab>[1] = {}): Promise<Tab> =>
	openTab(world, { cookies: { session }, ...more });
const ready = (page: Page) => page.locator("x-island[name=desk][data-state=ready]").waitFor();
const list = () => `${bank.lines()}?account=${account}`;
const openLines = async (): Promise<number> =>
	(await world.env.DB.prepare(
		"SELECT count(*) AS many FROM bank_lines WHERE bank_account_id = ? AND status IN ('unmatched', 'suggested')",
	)
		.bind(account)
		.first<number>("many")) ?? -1;

test("J, K, O and P; nothing acts in a field, while an input method composes, or when the keys are off", async () => {
	const { page, errors } = await open();
	await page.goto(list());
	await ready(page);
	assert.deepEqual(await violations(page), []);
	const at = () => page.evaluate<string>("document.activeElement.closest('[data-row]')?.id ?? ''");
	const ids = await page.locator("[data-row]").evaluateAll((rows) => rows.map(({ id }) => id));
	assert.equal(ids.length, ALL_BANK_LINES);
	for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
	assert.equal(await at(), ids[1]);
	await page.locator("body").dispatchEvent("keydown", { key: "j", isComposing: true });
	assert.equal(await at(), ids[1]);
	const number = page.locator("[data-row]", { hasText: "D1040" });
	await number.locator("[data-open]").focus();
	await Promise.all([page.waitForURL(/at=\d+/), page.keyboard.press("o")]);
	await ready(page);
	assert.equal(await page.locator(".at [data-open]").getAttribute("aria-expanded"), "true");
	assert.deepEqual(await violations(page), []);
	await page.keyboard.press("p");
	await page.keyboard.type("jk");
	assert.equal(await page.locator(".at [name=find]").inputValue(), "jk");
	const amount = page.locator(".at [name=amounts]").first();
	await amount.fill("3,000");
	assert.equal(await page.locator("[data-sum-words]").first().textContent(), "還差 100 元");
	await amount.fill("3,100");
	assert.equal(await page.locator("[data-sum-words]").first().textContent(), "等於這一行");
	await page.locator("[data-keys]").uncheck();
	await page.locator("[data-keys]").blur();
	const before = await at();
	await page.keyboard.press("j");
	assert.equal(await at(), before);
	await page.locator("[data-keys]").check();
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("without scripts a press leads to the next row, and in a second tab it is told", async () => {
	const { page } = await open({ javaScriptEnabled: false });
	await page.goto(list());
	const first = page.locator("[data-row]").first();
	const id = await first.getAttribute("id");
	const { page: other } = await open({ javaScriptEnabled: false });
	await other.goto(list());
	await first.getByRole("button").click();
	// A press resolves when the next page begins to come.
	await page.waitForLoadState();
	assert.match(page.url(), /&at=\d+#line-\d+$/);
	assert.equal(await page.locator(".at").count(), 1);
	assert.equal(await openLines(), ALL_BANK_LINES - 1);
	await other.locator(`#${id}`).getByRole("button").click();
	assert.match((await other.locator("main [role=alert]").textContent()) ?? "", /已/);
	assert.equal(await openLines(), ALL_BANK_LINES - 1);
	await Promise.all([page.context().close(), other.context().close()]);
});

test("the other lines take one press of Enter each, and none without its press", async () => {
	const { page, errors } = await open();
	await page.goto(list());
	await ready(page);
	let presses = 0;
	await page.keyboard.press("j");
	for (let left = ALL_BANK_LINES - 1; left > 0; left--) {
		assert.equal(await openLines(), left);
		await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
		presses += 1;
		if (left > 1) await ready(page);
	}
	assert.equal(await openLines(), 0);
	assert.equal(presses, ALL_BANK_LINES - 1);
	assert.deepEqual(errors, []);
	await page.context().close();
});
