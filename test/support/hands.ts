/**
 * Hands that have a keyboard and nothing else: each press is counted, and after each the focus must be on something that
 * shows it. Only a page that was just loaded, and Tab past its end, may have the focus nowhere.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { PATIENCE_MS } from "./node-pace.ts";

/** More stops than any page has before what is looked for. */
const MOST_STOPS = 60;

/**
 * What is wrong with the focus of the page, or "". What shows it is an outline of the element or of what is drawn around
 * it, and something of the element must be in sight and on top. Two things are not asked: `main`, which is all of the
 * page; and a frame whose document has the focus, which no selector matches in Chromium.
 */
const FAULT = `(() => {
	const active = document.activeElement;
	const name = active.tagName + " " + (active.id || active.name || active.textContent.trim().slice(0, 30));
	if (active === document.body) return globalThis.hadFocus ? "nothing has the focus any more" : "";
	globalThis.hadFocus = true;
	if (active.matches("#main, iframe")) return "";
	const around = [active, active.parentElement, active.parentElement?.parentElement].filter(Boolean);
	const isShown = around.some((one) => {
		const { outlineStyle, outlineWidth } = getComputedStyle(one);
		return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
	});
	if (!active.matches(":focus-visible") || !isShown) return name + " does not show that it has the focus";
	const parts = [active, ...(active.labels ?? [])];
	const isInSight = parts.some((one) => {
		const { left, top, right, bottom } = one.getBoundingClientRect();
		const [x0, x1, y0, y1] = [Math.max(left, 0), Math.min(right, innerWidth), Math.max(top, 0), Math.min(bottom, innerHeight)];
		return [0.1, 0.5, 0.9].some((share) => {
			const there = document.elementFromPoint(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share);
			return x1 > x0 && y1 > y0 && there !== null && (one.contains(there) || parts.some((part) => part.contains(there)));
		});
	});
	return isInSight ? "" : name + " has the focus out of sight";
})()`;

export type Hands = {
	page: Page;
	/** How many keys were pressed; letters that are typed into a field are not counted. */
	presses: number;
	/** Waits until a loaded page has begun. */
	settled: () => Promise<void>;
	/** Presses a key; with `leads`, the press leads to something that is awaited. */
	press: (key: string, leads?: () => Promise<unknown>) => Promise<void>;
	/** Presses a key that loads a page, and waits for its scripts. */
	lead: (key: string) => Promise<void>;
	/** Types into the field that has the focus. */
	type: (text: string) => Promise<void>;
	/** Presses Tab, or another key, until the focused element matches a selector and, where given, has these words. */
	to: (selector: string, words?: string, key?: string) => Promise<void>;
	/** Passes over the head of the page by its first link. */
	skip: () => Promise<void>;
	/** Waits until the element of a selector has the focus, without a press. */
	at: (selector: string) => Promise<void>;
	/** Finds something by Ctrl+K and opens the first result that has these words. */
	find: (typed: string, words?: string) => Promise<void>;
};

/** Holds once what begins with the page has begun; some code comes only when it is touched. */
const READY = `[...document.querySelectorAll("x-island:not([when])")].every((one) => one.dataset.state === "ready")`;
/** Resolves once an expression holds in the page, whose policy allows no code from text of its own. */
const until = (holds: string): string => `new Promise((done, fail) => {
	const end = performance.now() + ${PATIENCE_MS};
	const look = () => {
		if (${holds}) done();
		else if (performance.now() > end) fail(new Error(${JSON.stringify(holds)} + " does not hold"));
		else requestAnimationFrame(look);
	};
	look();
})`;

export function handsOn(page: Page): Hands {
	const settled = async (): Promise<void> => {
		await page.waitForLoadState("load");
		await page.evaluate(until(READY));
	};
	const look = async (key: string): Promise<void> => {
		const fault = await page.evaluate<string>(FAULT);
		assert.equal(fault, "", `after ${key} on ${page.url()}`);
	};
	const hands: Hands = {
		page,
		presses: 0,
		settled,
		press: async (key, leads) => {
			hands.presses += 1;
			// Tab past the last element leaves the page, as it does for everybody.
			if (key === "Tab") await page.evaluate("globalThis.hadFocus = false");
			await Promise.all([leads?.(), page.keyboard.press(key)]);
			await look(key);
		},
		lead: (key) =>
			hands.press(key, async () => {
				await page.waitForEvent("load");
				await settled();
			}),
		type: async (text) => {
			assert.equal(
				await page.evaluate("document.activeElement.matches('input, textarea, select, [contenteditable=true]')"),
				true,
				text,
			);
			await page.keyboard.insertText(text);
			await look(text);
		},
		to: async (selector, words = "", key = "Tab") => {
			for (let stops = 0; stops < MOST_STOPS; stops++) {
				const is = await page.evaluate(
					`document.activeElement.matches(${JSON.stringify(selector)}) && document.activeElement.textContent.includes(${JSON.stringify(words)})`,
				);
				if (is) return;
				await hands.press(key);
			}
			assert.fail(`${MOST_STOPS} × ${key} do not lead to ${selector} ${words} on ${page.url()}`);
		},
		skip: async () => {
			await hands.to("a.skip");
			await hands.press("Enter");
			await hands.at("#main");
		},
		at: async (selector) => {
			await page.evaluate(until(`document.activeElement.matches(${JSON.stringify(selector)})`));
			await look(selector);
		},
		find: async (typed, words = "") => {
			await hands.press("Control+k");
			await hands.type(typed);
			const found = page.locator(".quick-hits [role=option]", { hasText: words });
			await found.first().waitFor();
			for (;;) {
				await hands.press("ArrowDown");
				const chosen = page.locator(".quick-hits [role=option][aria-selected=true]");
				if (((await chosen.textContent()) ?? "").includes(words)) break;
			}
			await hands.lead("Enter");
		},
	};
	return hands;
}
