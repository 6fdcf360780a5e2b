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

/** What most pages have at their top: the association's name, the menu, the person's own menu. */
const FRAME = "header.topbar";
/** Its text without what each page has of its own: the current entry of the menu, and the address to come back to. */
const FRAME_TEXT = `document.querySelector("${FRAME}")?.outerHTML
	.replaceAll(/ aria-current="[a-z]+"|(?<=menu-btn) here|(?<=type="hidden" name="\\w+") value="[^"]*"/g, "")`;
/** The frames that axe has judged, at a width and in colours. Of a page with one of them the rest is looked at. */
const judged = new Set<string>();

/** Heading, title, width and axe, at two widths and in two themes. */
export async function look(page: Page): Promise<void> {
	// A press that leads elsewhere may still be on its way: for a moment there is no page to look at.
	await page.waitForLoadState();
	await page.locator("h1").first().waitFor();
	assert.equal(await page.locator("h1").count(), 1);
	assert.match(await page.title(), new RegExp(NAME));
	const frame = await page.evaluate(FRAME_TEXT);
	for (const [width, schemes] of LOOKS) {
		await page.setViewportSize({ width, height: 800 });
		for (const colorScheme of schemes) {
			await page.emulateMedia({ colorScheme });
			const at = `${width} px, ${colorScheme}`;
			const found = await violations(page, {
				...(colorScheme === "dark" ? { rules: COLOUR_RULES } : {}),
				...(judged.has(`${at}: ${frame}`) ? { without: FRAME } : {}),
			});
			assert.deepEqual(found, [], at);
			if (frame !== undefined) judged.add(`${at}: ${frame}`);
		}
		assert.equal(
			await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
			0,
			`overflow at ${width} px`,
		);
	}
}
