/** The code of a queue's island, which comes with the first touch of its page. */
import type { Page } from "playwright-core";

export const ISLAND_CODE = /\/(review-queue\.island|hydrate)-[^/]+\.js$/;

/** Resolves when the island has taken over; to be called before the page is touched. */
export async function awake(page: Page): Promise<void> {
	const code = await page.waitForResponse(/\/review-queue\.island-[^/]+\.js$/);
	await page.evaluate(`import("${code.url()}").then(() => new Promise(requestAnimationFrame))`);
}
