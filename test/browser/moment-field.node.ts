/** The field of a day and a time in Chromium: every way of typing it, what is offered, and what comes back. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { slashed } from "#kernel/calendar.ts";
import { dateInTaipei, fromTaipeiInput } from "#kernel/times.ts";
import { type AdminServer, openTab, sessionOf, startAdmin, violations } from "../support/admin-server.ts";
import { field } from "../support/admin-steps.ts";
import { asSource, bodyOf, press, titleOf } from "../support/writing-steps.ts";

const { articles } = paths.admin;
const DAY_MS = 86_400_000;
const SOON = dateInTaipei(Date.now() + 5 * DAY_MS);
let world: AdminServer;
let session: string;

before(async () => {
	world = await startAdmin();
	session = await sessionOf(world, "editor@example.org");
});
after(() => world?.stop());

const dayOf = (page: Page) => field(page, "發布時間");
const clockOf = (page: Page) => field(page, "發布時間（幾點幾分）");
const offers = (page: Page) => page.getByRole("listbox", { name: "時間" });
const later = (page: Page) => page.getByText("排程", { exact: true }).click();
async function open(more: Parameters<typeof openTab>[1] = {}) {
	const tab = await openTab(world, { cookies: { session }, ...more });
	await tab.page.goto(articles.create());
	await later(tab.page);
	return tab;
}
/** Gives the focus to the field of the time, as soon as its code has come. */
async function touched(page: Page): Promise<void> {
	await clockOf(page).focus();
	// The code of the field comes with the first key, which writes nothing.
	await page.keyboard.press("Shift");
	await page.locator("[name=publish_at-clock][role=combobox]").waitFor();
}
const planned = async (title: string): Promise<unknown> =>
	world.env.DB.prepare("SELECT publish_at FROM articles WHERE title = ? AND state = 'scheduled'")
		.bind(title)
		.first("publish_at");

test("each way of typing a time is shown as one; what cannot be read is told at once", async () => {
	const { page, errors } = await open();
	await touched(page);
	for (const [typed, shown] of [
		["9", "09:00"],
		["930", "09:30"],
		["9:30", "09:30"],
		["下午2:30", "14:30"],
		["１４：３０", "14:30"],
		["晚上8點", "20:00"],
		["下午兩點半", "14:30"],
	] as const) {
		await clockOf(page).fill(typed);
		await clockOf(page).blur();
		assert.deepEqual([typed, await clockOf(page).inputValue()], [typed, shown]);
		assert.equal(await clockOf(page).getAttribute("aria-invalid"), null);
	}
	await clockOf(page).fill("晚上12點");
	await clockOf(page).blur();
	assert.equal(await clockOf(page).getAttribute("aria-invalid"), "true");
	assert.match(String(await page.evaluate("document.getElementById('say').textContent")), /已經是第二天/);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("by the keyboard: the usual times, what was understood, and a time that is typed behind its day", async () => {
	const { page, errors } = await open();
	await touched(page);
	await page.keyboard.press("ArrowDown");
	await offers(page).getByText("中午").waitFor();
	const [box, around] = [
		await offers(page).boundingBox(),
		await page.locator(".moment", { has: clockOf(page) }).boundingBox(),
	];
	assert.ok((box?.width ?? 0) <= (around?.width ?? 0), "what is offered stays within its card");
	assert.deepEqual(await violations(page), []);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	assert.equal(await clockOf(page).inputValue(), "12:00");
	await clockOf(page).fill("");
	await page.keyboard.type("1815");
	await offers(page).getByText("填入").waitFor();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	assert.equal(await clockOf(page).inputValue(), "18:15");
	await clockOf(page).fill("");
	await dayOf(page).fill(`${SOON} 下午3:05`);
	await dayOf(page).blur();
	assert.deepEqual([await dayOf(page).inputValue(), await clockOf(page).inputValue()], [slashed(SOON, "roc"), "15:05"]);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("on a phone both fit beside each other, by night too, and a time is chosen by a touch", async () => {
	const { page } = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "dark" });
	await clockOf(page).tap();
	await page.locator("[name=publish_at-clock][role=combobox]").waitFor();
	if (!(await offers(page).isVisible())) await clockOf(page).tap();
	await offers(page).getByText("晚上8點").tap();
	assert.equal(await clockOf(page).inputValue(), "20:00");
	const [day, clock] = [await dayOf(page).boundingBox(), await clockOf(page).boundingBox()];
	assert.equal(day?.y, clock?.y);
	assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0);
	// The bar of the editor, which stays in view, covers another field where the page stands now.
	await page.evaluate("scrollTo(0, 0)");
	assert.deepEqual(await violations(page), []);
	await page.context().close();
});

for (const javaScriptEnabled of [true, false])
	test(`${javaScriptEnabled ? "with" : "without"} scripts: what is wrong comes back as it was typed, with the words, and then it is planned`, async () => {
		const title = `排程文章${javaScriptEnabled ? "一" : "二"}`;
		const { page } = await open({ javaScriptEnabled });
		await titleOf(page).fill(title);
		if (javaScriptEnabled) await asSource(page);
		await bodyOf(page).fill("內文");
		await dayOf(page).fill("12/3/5");
		await clockOf(page).fill("早上14:30");
		await press(page, "排程發布");
		await page.getByText("看不懂「早上14:30」").first().waitFor();
		await page.getByText("請把年份寫完整").first().waitFor();
		assert.deepEqual([await dayOf(page).inputValue(), await clockOf(page).inputValue()], ["12/3/5", "早上14:30"]);
		await dayOf(page).fill(slashed(SOON, "roc"));
		await clockOf(page).fill("");
		await press(page, "排程發布");
		await page.getByText("還沒填時間，例如 9:30 或 下午2:30。").first().waitFor();
		assert.equal(await dayOf(page).inputValue(), slashed(SOON, "roc"));
		const marks = [dayOf(page), clockOf(page)].map((one) => one.getAttribute("aria-invalid"));
		assert.deepEqual(await Promise.all(marks), [null, "true"]);
		await clockOf(page).fill("晚上8點");
		await press(page, "排程發布");
		await page.getByText("已排程，時間到了會自動發布。").waitFor();
		assert.equal(await clockOf(page).inputValue(), "20:00");
		assert.equal(await planned(title), fromTaipeiInput(`${SOON}T20:00`));
		await page.context().close();
	});

test("a moment that is wrong is seen although another choice would hide it", async () => {
	const { page } = await open({ javaScriptEnabled: false });
	await titleOf(page).fill("改成立即");
	await bodyOf(page).fill("內文");
	await dayOf(page).fill("115/11/31");
	await page.getByText("立即", { exact: true }).click();
	await press(page, "發布");
	await page.getByText("看不懂「115/11/31」").last().waitFor();
	assert.equal(await dayOf(page).isVisible(), true);
	await page.context().close();
});
