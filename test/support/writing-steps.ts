/** What every journey of an editor does in the real editor of the running program. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { paths } from "#http/paths.ts";
import { type AdminServer, openTab, sessionOf, type Tab } from "./admin-server.ts";
import { button } from "./admin-steps.ts";
import { REAL } from "./pictures.ts";

export const NEW_ARTICLE = paths.admin.articles.create();
export const BODY = "#f-body";

export const titleOf = (page: Page): Locator => page.getByRole("textbox", { name: "標題", exact: true });
export const bodyOf = (page: Page): Locator => page.locator(BODY);
export const textOf = (page: Page): Promise<string> => bodyOf(page).inputValue();

/** Waits until the text can be typed and is kept while it is, and opens the plain field, 原始碼. */
export async function awake(page: Page): Promise<void> {
	for (const name of ["markdown-editor", "autosave"])
		await page.locator(`x-island[name=${name}][data-state=ready]`).waitFor({ state: "attached" });
	await asSource(page);
}

/** Opens the plain field of a text. */
export async function asSource(page: Page): Promise<void> {
	await page.locator("[data-view=source]").click();
	await page.locator(".panes[data-shown=source] textarea.write").waitFor();
}

/** Opens an editor of somebody who is signed in already. */
export async function openEditor(page: Page, path: string = NEW_ARTICLE): Promise<void> {
	await page.goto(path);
	await awake(page);
}

/** A fresh browser of somebody on the staff. */
export const deskOf = async (
	world: AdminServer,
	email: string,
	options: Parameters<typeof openTab>[1] = {},
): Promise<Tab> => openTab(world, { ...options, cookies: { session: await sessionOf(world, email) } });

/** How a form was answered, and when (UTC milliseconds). */
export type Sent = { status: number; at: number };

/** Presses a button that sends the form and waits for the page it leads to; what is autosaved beside it does not count. */
export async function press(page: Page, name: string): Promise<Sent> {
	const sending = () => Promise.all([answered(page), page.waitForEvent("load")]).then(([sent]) => sent);
	const anyway = page.locator(".look-ends .primary");
	const first = sending();
	await button(page, name).click();
	// What there is to look at first is read, and it is published all the same.
	const asked = anyway.waitFor().then(
		() => true,
		() => false,
	);
	if (!(await Promise.race([first.then(() => anyway.isVisible()), asked]))) return first;
	await page.waitForLoadState("load");
	const second = sending();
	await anyway.click();
	await first;
	return second;
}

const answered = async (page: Page): Promise<Sent> => {
	const answer = await page.waitForResponse(
		(one) => one.request().method() === "POST" && one.request().isNavigationRequest(),
	);
	return { status: answer.status(), at: Date.now() };
};

/** The same where it has to be taken; returns when it was (UTC milliseconds). */
export async function save(page: Page, name: string): Promise<number> {
	const { status, at } = await press(page, name);
	const problems = status === 303 ? [] : await page.locator(".error-summary, .notice").allTextContents();
	assert.equal(status, 303, problems.join(" "));
	return at;
}

/** Writes at the caret, as an input method puts words in. */
export const write = (page: Page, words: string): Promise<void> => page.keyboard.insertText(words);

/** Puts words behind everything that stands in the text. */
export async function append(page: Page, words: string): Promise<void> {
	await bodyOf(page).focus();
	await page.keyboard.press("Control+End");
	await write(page, words);
}

/** Waits until autosave says something. */
export const said = (page: Page, words: string | RegExp): Promise<void> =>
	page.locator(".autosave-words").getByText(words).waitFor();

/** Waits until a condition about `text` holds. */
export const when = (page: Page, condition: string): Promise<unknown> =>
	page.evaluate(
		`new Promise((done, fail) => {
			const end = Date.now() + 20000;
			const look = () => {
				const text = document.querySelector("${BODY}").value;
				if (${condition}) done();
				else if (Date.now() > end) fail(new Error("the text stays " + text));
				else requestAnimationFrame(look);
			};
			look();
		})`,
	);

/** Files as a person chooses them in a dialog. */
export const picture = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(REAL.png) });
export const paper = (name: string) => ({
	name,
	mimeType: "application/pdf",
	buffer: Buffer.from(`%PDF-1.7\n% ${name}\n1 0 obj\nendobj\n%%EOF\n`),
});
