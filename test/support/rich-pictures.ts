/** Pictures in a text that is shown as it means, in Chromium: for the tests of their fields and of their uploads. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import type { Desk, WritingServer } from "./writing-page.ts";

export const URL_A = `/api/v1/attachments/${"a".repeat(26)}/a.jpg`;
export const TEXT = `前文 *一*  \n二\n\n![窗邊](${URL_A} "圖說")\n\n後文\n`;
const BODY = "#write-body";
export const textOf = (page: Page): Promise<string> => page.locator(BODY).inputValue();
export const figure = (page: Page): Locator => page.locator(".text-picture").first();
export const alt = (page: Page): Locator => figure(page).getByRole("textbox", { name: "替代文字" });
export const caption = (page: Page): Locator => figure(page).getByRole("textbox", { name: "圖說" });

/** Waits until the stored text is this one. */
export const becomes = async (page: Page, text: string): Promise<void> => {
	const value = await page.evaluate(
		`new Promise((done) => {
			const end = Date.now() + 10000;
			const look = () => {
				const { value } = document.querySelector("${BODY}");
				if (value === ${JSON.stringify(text)} || Date.now() > end) done(value);
				else requestAnimationFrame(look);
			};
			look();
		})`,
	);
	assert.equal(value, text);
};

export async function opened(
	server: WritingServer,
	text = TEXT,
	options: Parameters<WritingServer["open"]>[0] = {},
): Promise<Desk> {
	const desk = await server.open(options);
	await desk.page.locator(BODY).fill(text);
	await desk.page.locator("[data-view=article]").click();
	await desk.page.locator(".rich .cm-content").waitFor();
	return desk;
}

/** Selects the picture with the keyboard, from the text above it, and goes into its first field. */
export async function enter(page: Page): Promise<void> {
	await page.locator(".cm-line").first().click();
	await page.keyboard.press("Control+Home");
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("End");
	await page.keyboard.press("ArrowRight");
	await page.locator(".text-picture.chosen").waitFor();
	await page.keyboard.press("Enter");
}
