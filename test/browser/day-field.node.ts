/** The field of a day in Chromium: its shortcuts by the keyboard, and what a list does with a day. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";

const { tasks } = paths.admin;
let world: AdminServer;
let session: string;

before(async () => {
	world = await startAdmin();
	session = await sessionOf(world, "secretary@example.org");
});
after(() => world?.stop());

const DAY_MS = 86_400_000;
const TODAY = Date.now() + 8 * 3_600_000;
const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const rocOf = (iso: string): string => `${Number(iso.slice(0, 4)) - 1911}${iso.slice(4).replaceAll("-", "/")}`;
const THIS_YEAR = Number(isoOf(TODAY).slice(0, 4));

const dayOf = (page: Page) => page.locator("form[data-main] [name=due_on]");
const offers = (page: Page) => page.getByRole("listbox", { name: "日期" });
async function open(more: Parameters<typeof openTab>[1] = {}) {
	const tab = await openTab(world, { cookies: { session }, ...more });
	await tab.page.goto(tasks.create());
	return tab;
}
/** Opens the offers of the field by the keyboard, as soon as the code of the field has come. */
async function opened(page: Page): Promise<void> {
	await dayOf(page).focus();
	// The code of the field comes with the first key, which writes nothing.
	await page.keyboard.press("Shift");
	await page.locator("[name=due_on][role=combobox]").waitFor();
	await page.keyboard.press("ArrowDown");
	await offers(page).waitFor();
}
test("the shortcuts are chosen by the keyboard, and yesterday is none of a day that lies ahead", async () => {
	const { page, errors } = await open();
	await opened(page);
	const last = new Date(Date.UTC(THIS_YEAR, Number(isoOf(TODAY).slice(5, 7)), 0)).toISOString().slice(0, 10);
	const offered = await offers(page).getByRole("option").allTextContents();
	assert.deepEqual(
		offered.map((text) => text.replace(/（.）$/, "")),
		[`今天${rocOf(isoOf(TODAY))}`, `月底${rocOf(last)}`, "日曆..."],
	);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	assert.equal(await dayOf(page).inputValue(), rocOf(last));
	assert.equal(new URL(page.url()).pathname, tasks.create());
	assert.deepEqual(await violations(page), []);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("a list takes yesterday, shows it in its address, and does not ask for what it cannot read", async () => {
	const { page } = await openTab(world, { cookies: { session } });
	const yesterday = isoOf(TODAY - DAY_MS);
	await page.goto(`${paths.admin.payments.list()}?from=${yesterday}`);
	await page.locator(".filter-now .chip", { hasText: `繳費日從：${Number(yesterday.slice(0, 4)) - 1911}年` }).waitFor();
	await page.locator(".filter-add summary, .filter-add > button").click();
	const from = page.locator("[name=from]");
	assert.equal(await from.inputValue(), rocOf(yesterday));
	await from.click();
	await offers(page).getByText("昨天").waitFor();
	await from.fill("115/2/30");
	await from.blur();
	assert.equal(await from.getAttribute("aria-invalid"), "true");
	assert.equal(
		await page.evaluate("document.getElementById('say').textContent"),
		"看不懂這個日期，或沒有這一天，請寫成 115/11/20 或 2026/11/20。",
	);
	assert.equal(new URL(page.url()).searchParams.get("from"), yesterday);
	await page.context().close();
});

test("each way of writing a day is shown in the association's calendar; one with two readings is told, and sent to nobody", async () => {
	const { page, errors } = await open();
	await opened(page);
	const ways = [
		"2026-11-30",
		"2026/11/30",
		"20261130",
		"115-11-30",
		"115/11/30",
		"1151130",
		"民國115年11月30日",
		"１１５／１１／３０",
	];
	for (const typed of ways) {
		await dayOf(page).fill(typed);
		await dayOf(page).blur();
		assert.deepEqual([typed, await dayOf(page).inputValue()], [typed, "115/11/30"]);
	}
	await dayOf(page).fill("12/3/5");
	await dayOf(page).blur();
	assert.deepEqual(
		[await dayOf(page).inputValue(), await dayOf(page).getAttribute("aria-invalid")],
		["12/3/5", "true"],
	);
	await dayOf(page).fill("11/30");
	await dayOf(page).blur();
	assert.equal(await dayOf(page).inputValue(), rocOf(`${THIS_YEAR}-11-30`));
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("on a phone the offers fit, and one is chosen by a touch", async () => {
	const { page } = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "dark" });
	await dayOf(page).tap();
	await page.locator("[name=due_on][role=combobox]").waitFor();
	if (!(await offers(page).isVisible())) await dayOf(page).tap();
	await offers(page).getByText("今天").tap();
	assert.equal(await dayOf(page).inputValue(), rocOf(isoOf(TODAY)));
	assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
	assert.deepEqual(await violations(page), []);
	await page.context().close();
});

test("without scripts the server reads the same ways, and says beside the field what it cannot read", async () => {
	const { page } = await open({ javaScriptEnabled: false });
	await page.getByLabel("標題").fill("訂場地");
	await dayOf(page).fill("12/3/5");
	await page.locator("form[data-main] button[type=submit]").first().click();
	await page.getByText("請把年份寫完整").first().waitFor();
	assert.equal(await dayOf(page).inputValue(), "12/3/5");
	await dayOf(page).fill("民國115年12月24日");
	await page.locator("form[data-main] button[type=submit]").first().click();
	await page.getByText("12月24日").first().waitFor();
	await page.context().close();
});
