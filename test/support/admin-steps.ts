/** What every journey does: fill in, press, sign in and out. Pages have the program's address as their base. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole("link", { name, exact: true });
export const heading = (page: Page): Promise<string | null> => page.locator("h1").textContent();
export const onSummary = "document.activeElement.className === 'error-summary'";

/** Presses a button that sends a form, and waits for the page that it leads to; returns how the form itself was answered. */
export async function send(page: Page, name: string): Promise<number> {
	const [answer] = await Promise.all([
		page.waitForResponse((answer) => answer.request().method() === "POST"),
		page.waitForEvent("load"),
		button(page, name).click(),
	]);
	return answer.status();
}

/** Presses what leads to another page, and waits until that is there whole: its address is new before its text is. */
export async function follow(page: Page, lead: Locator): Promise<void> {
	await Promise.all([page.waitForEvent("load"), lead.click()]);
}

/** Fills in the door's form and sends it. */
export async function enter(page: Page, identifier: string, password = DEMO_PASSWORD): Promise<number> {
	await field(page, "手機號碼或電子郵件").fill(identifier);
	await field(page, "密碼").fill(password);
	return send(page, "登入");
}

export async function signIn(page: Page, identifier: string): Promise<void> {
	await page.goto("/login");
	assert.equal(await enter(page, identifier), 303);
}

export async function signOut(page: Page): Promise<void> {
	await openPersonMenu(page);
	await send(page, "登出");
	await page.getByText("已登出。").waitFor();
}

/** With JavaScript it is a button, without a summary. */
export const openPersonMenu = (page: Page): Promise<void> => page.locator(".pop > .nav-item").click();

/** More stops than any page has before what is looked for. */
const MOST_PRESSES = 60;

/** Presses Tab, or another key, until an expression holds. */
export async function tabTo(page: Page, holds: string, key = "Tab"): Promise<void> {
	for (let presses = 0; presses < MOST_PRESSES; presses++) {
		await page.keyboard.press(key);
		if (await page.evaluate(holds)) return;
	}
	assert.fail(`${MOST_PRESSES} × ${key} do not lead to ${holds}`);
}

/** Loads the page again until it says something: a queue works behind it. */
export async function reloadUntil(page: Page, words: string): Promise<void> {
	for (const end = Date.now() + 20_000; Date.now() < end; await page.reload())
		if (await page.locator("main").getByText(words).first().isVisible()) return;
	assert.fail(`the page never says ${words}`);
}
