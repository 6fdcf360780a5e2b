/** The editor that shows what a text means, with keys and input methods, in Chromium. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import {
	asArticle,
	COMPOSED,
	caretOf,
	inputMethod,
	openArticle,
	RICH,
	selectIn,
	sentText,
} from "../support/rich-page.ts";
import { walkIn } from "../support/rich-walk.ts";
import { found, startWriting, type WritingServer } from "../support/writing-page.ts";
import { asSource } from "../support/writing-steps.ts";

let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

async function opened(text: string) {
	const desk = await openArticle(server, text);
	return { ...desk, method: await inputMethod(desk.page) };
}

/** Where a word is composed: the text with the caret, or the selection, at ¦. */
const PLACES: Record<string, string> = {
	"an empty text": "¦",
	"a paragraph": "清晨¦的空氣",
	"its end": "清晨¦\n\n第二段",
	"an empty paragraph": "一\n\n¦\n\n二",
	"a heading": "## 標¦題\n\n文",
	"the beginning of a heading": "## ¦標題",
	"an item": "- 一\n- 二¦\n- 三",
	"a numbered item": "1. ¦一",
	"a quotation": "> 引¦言",
	"bold words": "前**粗¦體**後",
	"behind bold words": "前**粗體**¦後",
	"a link": "前[連¦結](/articles/x)後",
	code: "```\n程¦式\n```",
	"beside a rule": "上\n\n---\n\n¦下",
	"beside Chinese punctuation": "**注意：**¦請",
};

for (const [name, marked] of Object.entries(PLACES))
	test(`an input method composes in ${name}, and undo takes the words back`, async () => {
		const at = marked.indexOf("¦");
		const text = marked.replace("¦", "");
		const { page, method, errors } = await opened(text);
		await selectIn(page, at);
		let typed = "";
		for (const { steps, word } of COMPOSED) {
			for (const step of steps) {
				await method.show(step);
				assert.equal(letters(await seen(page)).includes(typed + step), true, typed + step);
			}
			await method.commit(word);
			typed += word;
			const now = await sentText(page);
			assert.deepEqual([now.length - text.length, now.includes(typed)], [typed.length, true], now);
		}
		const now = await sentText(page);
		assert.equal(now.replace(typed, ""), text);
		assert.equal(letters(await seen(page)).includes(typed), true);
		for (let nth = 0; nth < COMPOSED.length && (await sentText(page)) !== text; nth++)
			await page.keyboard.press("Control+z");
		assert.equal(await sentText(page), text);
		assert.deepEqual(errors, []);
		await page.context().close();
	});

const letters = (text: string): string => text.replace(/\s/g, "");
const seen = async (page: Page): Promise<string> => (await page.locator(RICH).textContent()) ?? "";

test("a word that an input method composes takes the place of a selection, marks and all", async () => {
	const { page, method } = await opened("前**粗體**後\n\n## 標題");
	await selectIn(page, 4, 8);
	await method.type(["ㄨ", "ㄨㄛ", "我"], "我");
	assert.equal(await sentText(page), "前**粗我**\n\n## 標題");
	await page.context().close();
});

test("a draft is saved, and a colleague's is told of, while somebody composes", async () => {
	const { page, behind, method } = await opened("一");
	await selectIn(page, 1);
	await method.type(["ㄦ", "ㄦˋ"], "二");
	await method.show("ㄙ");
	const saved = behind.drafts.length;
	await page.locator(".autosave[data-state=kept]").waitFor();
	assert.equal(behind.drafts.length, saved + 1);
	await method.show("ㄙㄢ");
	behind.draftsAnswer = 409;
	await method.type(["三"], "三");
	await method.show("ㄙ");
	await page.locator(".autosave[data-state=stale]").waitFor();
	await method.type(["ㄙˋ"], "四");
	assert.equal(await sentText(page), "一二三四");
	await page.context().close();
});

test("other views show the same text, and undo goes back beyond them", async () => {
	const text = "一\n\n## 二\n\n- 三\n\n| 欄 | 欄 |\n| --- | --- |\n| 內 | 容 |\n";
	const { page } = await opened(text);
	await selectIn(page, 1);
	await page.keyboard.insertText("加");
	await asSource(page);
	const area = page.locator(".writing textarea.write");
	assert.equal(await area.inputValue(), text.replace("一", "一加"));
	await area.focus();
	await page.keyboard.press("Control+End");
	await page.keyboard.insertText("尾");
	await asArticle(page);
	assert.equal(await sentText(page), `${text.replace("一", "一加")}尾`);
	await page.locator(RICH).focus();
	await page.keyboard.press("Control+z");
	assert.equal(await sentText(page), text.replace("一", "一加"));
	await page.keyboard.press("Control+z");
	assert.equal(await sentText(page), text);
	await page.context().close();
});

test("arrows go through the whole text, forward and back, and stand nowhere unseen", async () => {
	const text = "一二\n\n## 三\n\n- 四\n- **五**六\n\n---\n\n> 七\n>\n> 八\n\n九";
	const { page } = await opened(text);
	await selectIn(page, 0);
	const walk = async (key: string): Promise<number[]> => {
		const places: number[] = [];
		for (let was = -1; ; ) {
			const { from } = await caretOf(page);
			if (from === was) return places;
			places.push(from);
			was = from;
			await page.keyboard.press(key);
		}
	};
	const there = await walk("ArrowRight");
	assert.equal(there.at(-1), text.length);
	const back = await walk("ArrowLeft");
	assert.equal(back.at(-1), 0);
	await page.context().close();
});

const WALKED =
	"第一段**粗體**與*強調*。\n\n## 標題\n\n- 項目一\n- **項目**二\n\n1. 一\n2. 二\n\n> 引言一\n>\n> 引言二\n\n**注意：**請看[連結](/articles/x)與`代碼`。\n\n---\n\n[相關文章](/articles/y)\n\n最後一段";

/** `npm run prove -- editor` takes 50,000 steps. */
const STEPS = Number(process.env.EDITS ?? 300);
const WALK = 300;
/** Another one each time; `SEED=n` takes the walk again whose number a failure has told. */
const SEED = Number(process.env.SEED ?? Date.now());
for (const nth of Array.from({ length: Math.ceil(STEPS / WALK) }, (_, at) => at))
	test(`a walk by chance is what the rules say, ${nth + 1}`, async () => {
		const { page, errors } = await opened(WALKED);
		await selectIn(page, 0);
		await walkIn(page, { steps: WALK, seed: (SEED + nth) % 2 ** 31 });
		assert.deepEqual(errors, []);
		await page.context().close();
	});

test("the editor has a name, and nothing for axe to find", async () => {
	const { page } = await opened("## 一\n\n- 二\n\n> 三\n\n[四](/articles/x) `五`");
	assert.equal(await page.getByRole("textbox", { name: "內文" }).count(), 1);
	assert.deepEqual(await found(page), []);
	await page.context().close();
});

test("Tab nests an item and stays; Escape before it leaves the list, and elsewhere it leaves at once", async () => {
	const { page } = await opened("一\n\n- 二\n- 三");
	const isInside = (): Promise<boolean> => page.locator(RICH).evaluate((of) => of.contains(document.activeElement));
	await page.locator(RICH).focus();
	await page.keyboard.press("Control+End");
	await page.keyboard.press("Tab");
	assert.equal(await sentText(page), "一\n\n- 二\n  - 三");
	await page.keyboard.press("Tab");
	assert.equal(await sentText(page), "一\n\n- 二\n  - 三");
	await page.keyboard.press("Shift+Tab");
	assert.deepEqual([await sentText(page), await isInside()], ["一\n\n- 二\n- 三", true]);
	assert.match(await page.locator("#rich-help").textContent().then(String), /先按 Esc 再按 Tab/);
	assert.equal(await page.locator(RICH).getAttribute("aria-describedby"), "rich-help");
	await page.keyboard.press("Escape");
	await page.keyboard.press("Tab");
	assert.deepEqual([await sentText(page), await isInside()], ["一\n\n- 二\n- 三", false]);
	await page.locator(RICH).focus();
	await page.keyboard.press("Control+Home");
	await page.keyboard.press("Tab");
	assert.deepEqual([await sentText(page), await isInside()], ["一\n\n- 二\n- 三", false]);
	await page.context().close();
});

test("hostile texts are text", async () => {
	const text = [
		"<script>window.hurt = 1</script>",
		"<img src=x onerror='window.hurt = 1'>",
		"[a](javascript:window.hurt=1)",
		"![a](x onerror=window.hurt=1)",
		"<iframe src='javascript:parent.hurt=1'></iframe>",
		"<svg onload=window.hurt=1>",
		"`<b onmouseover=window.hurt=1>`",
	].join("\n\n");
	const { page, errors } = await opened(text);
	await page.locator(RICH).hover();
	assert.equal(await page.evaluate("window.hurt"), undefined);
	assert.equal(await page.locator(`${RICH} :is(script, iframe, svg:not(.icon))`).count(), 0);
	assert.equal(await sentText(page), text);
	assert.deepEqual(errors, []);
	await page.context().close();
});
