/** How a page has to look, whatever is on it. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { violations } from "./admin-server.ts";
import { everyNth } from "./shares.ts";

const NAME = "漣漪病友協會";
/** Of the same page in other colours only these can find anything else. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** In an order that changes width or colours one at a time: each change makes Chromium lay out or draw all of the page. */
const LOOKS = [
	{ width: 1280, colorScheme: "light" },
	{ width: 1280, colorScheme: "dark" },
	{ width: 360, colorScheme: "dark" },
	{ width: 360, colorScheme: "light" },
] as const;
/** Widths between a phone and a wide desk at which nothing may be wider than the page. */
const BETWEEN = [1920, 1024, 820, 768];
/** `npm run prove -- looks` has axe judge each page four times; `npm test` once, the next page in other ways than this one. */
const isWhole = process.env.LOOKS === "all";
let turn = Math.floor(Math.random() * LOOKS.length);

/** Of all cases, every `of`-th, from one by chance on; all of them in `npm run prove -- looks`. */
export const shareOf = <T>(cases: readonly T[], of: number): T[] =>
	isWhole ? [...cases] : everyNth(cases, of, Math.floor(Math.random() * of));

/** What most pages have at their top: the association's name, the menu, the person's own menu. */
const FRAME = "header.topbar";
/** Its text without what each page has of its own: the current entry of the menu, and the address to come back to. */
const FRAME_TEXT = `document.querySelector("${FRAME}")?.outerHTML
	.replaceAll(/ aria-current="[a-z]+"|(?<=menu-btn) here|(?<=type="hidden" name="\\w+") value="[^"]*"/g, "")`;
/** The frames that axe has judged, at a width and in colours. Of a page with one of them the rest is looked at. */
const judged = new Set<string>();

/** Heading, title, and overflow at all widths; axe, if it is asked, at one of them in one theme, or at both in both. */
export async function look(page: Page, { asksAxe = true } = {}): Promise<void> {
	// A press that leads elsewhere may still be on its way: for a moment there is no page to look at.
	await page.waitForLoadState();
	await page.locator("h1").first().waitFor();
	assert.equal(await page.locator("h1").count(), 1);
	assert.match(await page.title(), new RegExp(NAME));
	const frame = await page.evaluate(FRAME_TEXT);
	if (asksAxe) turn += 1;
	for (const [nth, { width, colorScheme }] of LOOKS.entries()) {
		const isJudged = asksAxe && (isWhole || nth === turn % LOOKS.length);
		// Each width is there twice, with one theme and the other.
		const isFirstOfWidth = nth % 2 === 0;
		if (!isJudged && !isFirstOfWidth) continue;
		await page.setViewportSize({ width, height: 800 });
		await hasNoOverflow(page, width);
		if (!isJudged) continue;
		await page.emulateMedia({ colorScheme });
		const at = `${width} px, ${colorScheme}`;
		const found = await violations(page, {
			...(isWhole && colorScheme === "dark" ? { rules: COLOUR_RULES } : {}),
			...(judged.has(`${at}: ${frame}`) ? { without: FRAME } : {}),
		});
		assert.deepEqual(found, [], at);
		if (frame !== undefined) judged.add(`${at}: ${frame}`);
	}
	for (const width of BETWEEN) {
		await page.setViewportSize({ width, height: 800 });
		await hasNoOverflow(page, width);
	}
	await page.emulateMedia({ colorScheme: "light" });
}

async function hasNoOverflow(page: Page, width: number): Promise<void> {
	const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
	assert.equal(over, 0, `overflow at ${width} px`);
}
