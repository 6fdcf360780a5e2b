/** How a page has to look, whatever is on it. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { violations } from "./admin-server.ts";

const NAME = "漣漪病友協會";
/** Of the same page in other colours only these can find anything else. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** In an order that changes width or colours one at a time: each change makes Chromium lay out or draw all of the page. */
const LOOKS = [
	[1280, ["light", "dark"]],
	[360, ["dark", "light"]],
] as const;

/** Heading, title, width and axe, at two widths and in two themes. */
export async function look(page: Page): Promise<void> {
	// A press that leads elsewhere may still be on its way: for a moment there is no page to look at.
	await page.waitForLoadState();
	await page.locator("h1").first().waitFor();
	assert.equal(await page.locator("h1").count(), 1);
	assert.match(await page.title(), new RegExp(NAME));
	for (const [width, schemes] of LOOKS) {
		await page.setViewportSize({ width, height: 800 });
		for (const colorScheme of schemes) {
			await page.emulateMedia({ colorScheme });
			const found = await violations(page, colorScheme === "dark" ? COLOUR_RULES : undefined);
			assert.deepEqual(found, [], `${width} px, ${colorScheme}`);
		}
		assert.equal(
			await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
			0,
			`overflow at ${width} px`,
		);
	}
}
