/**
 * A walk by chance through the editor that shows what a text means, in Chromium. What a key, an input method or a paste
 * makes of the text there must be what the rules make of it without a page; moving and other views change nothing.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { asArticle, COMPOSED, type InputMethod, inputMethod, RICH, sentText, stateOf } from "./rich-page.ts";
import { Writer } from "./rich-text.ts";
import { asSource } from "./writing-steps.ts";

type Chance = () => number;
/** Numbers from 0 to 1 that the same seed gives again (mulberry32). */
export function chanceOf(seed: number): Chance {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
const one = <T>(list: readonly T[], chance: Chance): T => list[Math.floor(chance() * list.length)] as T;

type World = { page: Page; method: InputMethod; chance: Chance; first: string };
/** What a step does in the page, and what it makes of a text; one that changes nothing has no `model`. */
type Step = {
	weight: number;
	act: (world: World) => Promise<string | undefined>;
	model?: (writer: Writer, words: string) => unknown;
	/** Whether it goes back or forth to a text that was there. */
	isBack?: true;
};

const key =
	(name: string) =>
	async ({ page }: World) => {
		await page.keyboard.press(name);
		return undefined;
	};
/** Waits until the rules have looked at what was composed: the editor asks them when the page has done its own. */
const settled = (page: Page): Promise<void> => page.evaluate("new Promise((done) => setTimeout(done))");
/** Takes a change back, but for the text with which the walk began. */
const undo = async ({ page, first }: World): Promise<undefined> => {
	if ((await sentText(page)) !== first) await page.keyboard.press("Control+z");
};
/** Goes back to the text, and lets the page draw a frame: a person presses no key before it. */
async function back(page: Page): Promise<void> {
	await page.locator(RICH).focus();
	await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
}

/** Presses Tab, and goes back to the text where the key has left it. */
const tab =
	(name: string) =>
	async ({ page }: World): Promise<undefined> => {
		await page.keyboard.press(name);
		await back(page);
	};
const moving = (name: string, weight = 1): Step => ({ weight, act: key(name) });

const STEPS: Record<string, Step> = {
	type: {
		weight: 6,
		act: async ({ page, chance }) => {
			const words = one(["天", "地", "a", "B", "1", "，", "。"], chance);
			await page.keyboard.insertText(words);
			return words;
		},
		model: (writer, words) => writer.type(words),
	},
	compose: {
		weight: 6,
		act: async ({ page, method, chance }) => {
			const { steps, word } = one(COMPOSED, chance);
			await method.type(steps, word);
			await settled(page);
			return word;
		},
		model: (writer, words) => writer.compose(words),
	},
	"compose nothing": {
		weight: 1,
		act: async ({ page, method }) => {
			await method.type(["ㄏ", "ㄏㄨ", ""], "");
			await settled(page);
			return undefined;
		},
		model: (writer) => writer.compose(""),
	},
	paste: {
		weight: 1,
		act: async ({ page, chance }) => {
			const words = one(["貼上", "兩字", "a b"], chance);
			await page.evaluate(`(() => {
				const data = new DataTransfer();
				data.setData("text/plain", ${JSON.stringify(words)});
				document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
			})()`);
			return words;
		},
		model: (writer, words) => writer.type(words),
	},
	Enter: {
		weight: 3,
		act: async ({ page }) => {
			await page.keyboard.press("Enter");
			// At a block that is drawn it leads into the block's fields.
			if (await page.locator(`${RICH}:focus`).count()) return undefined;
			await page.keyboard.press("Escape");
			return "fields";
		},
		model: (writer, words) => words !== "fields" && writer.enter(),
	},
	Backspace: { weight: 4, act: key("Backspace"), model: (writer) => writer.backspace() },
	Delete: { weight: 2, act: key("Delete"), model: (writer) => writer.delete() },
	Tab: { weight: 2, act: tab("Tab"), model: (writer) => writer.tab("in") },
	"Shift+Tab": { weight: 2, act: tab("Shift+Tab"), model: (writer) => writer.tab("out") },
	ArrowLeft: moving("ArrowLeft", 3),
	ArrowRight: moving("ArrowRight", 3),
	ArrowUp: moving("ArrowUp", 2),
	ArrowDown: moving("ArrowDown", 2),
	Home: moving("Home"),
	End: moving("End"),
	"Shift+ArrowRight": moving("Shift+ArrowRight", 2),
	"Shift+ArrowLeft": moving("Shift+ArrowLeft", 2),
	"Shift+ArrowDown": moving("Shift+ArrowDown"),
	"Control+z": { weight: 1, act: undo, isBack: true },
	"Control+y": { weight: 1, act: key("Control+y"), isBack: true },
	views: {
		weight: 0.3,
		act: async ({ page }) => {
			await asSource(page);
			await asArticle(page);
			await back(page);
			return undefined;
		},
	},
};
const ALL = Object.entries(STEPS);
const WEIGHT = ALL.reduce((sum, [, { weight }]) => sum + weight, 0);

function stepBy(chance: Chance): [string, Step] {
	let at = chance() * WEIGHT;
	for (const step of ALL) {
		at -= step[1].weight;
		if (at <= 0) return step;
	}
	return ALL[0] as [string, Step];
}

/** Takes so many steps, then all of them back. */
export async function walkIn(page: Page, { steps, seed }: { steps: number; seed: number }): Promise<void> {
	const chance = chanceOf(seed);
	const first = await sentText(page);
	const world = { page, chance, first, method: await inputMethod(page) };
	for (let nth = 0; nth < steps; nth++) {
		const [name, { act, model, isBack }] = stepBy(chance);
		const before = await stateOf(page);
		const words = await act(world);
		const after = await stateOf(page);
		const writer = new Writer(before.text, before);
		if (model) model(writer, words ?? "");
		const said = `seed ${seed}, step ${nth}: ${name} ${words ?? ""} in ${JSON.stringify(before)}`;
		if (!isBack) assert.equal(after.text, writer.text, said);
		assert.equal(await sentText(page), after.text, said);
		const stands = new Writer(after.text, after);
		assert.ok(stands.isSeen, `${said}: the caret is unseen in ${JSON.stringify(after)}`);
	}
	const last = await sentText(page);
	for (let nth = 0; nth < steps && (await sentText(page)) !== first; nth++) await page.keyboard.press("Control+z");
	assert.equal(await sentText(page), first, `seed ${seed}: undo`);
	for (let nth = 0; nth < steps && (await sentText(page)) !== last; nth++) await page.keyboard.press("Control+y");
	assert.equal(await sentText(page), last, `seed ${seed}: redo`);
}
