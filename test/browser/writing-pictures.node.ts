/** Pictures in a text that is shown as it means: their words and their sizes. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { alt, becomes, caption, enter, figure, opened, TEXT, textOf, URL_A } from "../support/rich-pictures.ts";
import { compose, found, startWriting, type WritingServer } from "../support/writing-page.ts";

let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

test("a picture stands in its place with its words; opening and saving changes nothing", async () => {
	const { page, errors } = await opened(server);
	await figure(page).locator("img").waitFor();
	assert.equal(await figure(page).locator("img").getAttribute("alt"), "窗邊");
	assert.match((await figure(page).locator("img").getAttribute("src")) ?? "", /\/admin\/media\/a{26}\/files\/a\.jpg$/);
	assert.equal(await figure(page).locator(".picture-caption").textContent(), "圖說");
	assert.equal(await alt(page).isVisible(), false);
	await page.locator("[data-view=source]").click();
	assert.equal(await textOf(page), TEXT);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("Enter in a field of a picture goes on behind it, in a paragraph of its own, and not while a word is composed", async () => {
	const { page, errors } = await opened(server);
	await enter(page);
	await page.keyboard.press("End");
	await compose(page, ["ㄕ"], "");
	await alt(page).dispatchEvent("keydown", { key: "Enter", isComposing: true });
	await compose(page, [], "詩");
	const worded = TEXT.replace("窗邊", "窗邊詩");
	await becomes(page, worded);
	await page.keyboard.press("Enter");
	await page.keyboard.type("接著");
	await becomes(page, worded.replace("\n\n後文", "\n\n接著\n\n後文"));
	await enter(page);
	await page.keyboard.press("Enter");
	await page.keyboard.type("又");
	await becomes(page, worded.replace("\n\n後文", "\n\n又\n\n接著\n\n後文"));
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("by keyboard alone: into the picture, through its fields, undo and redo, and back to the text", async () => {
	const { page, errors } = await opened(server);
	await enter(page);
	const here = () => page.evaluate("document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText");
	assert.equal(await here(), "替代文字");
	await page.keyboard.press("End");
	await page.keyboard.type("的水*杯]");
	await becomes(page, TEXT.replace("窗邊", "窗邊的水\\*杯\\]"));
	assert.equal(await alt(page).inputValue(), "窗邊的水*杯]");
	await page.keyboard.press("Control+z");
	await becomes(page, TEXT);
	assert.equal(await alt(page).inputValue(), "窗邊");
	await page.keyboard.press("Control+Shift+z");
	await becomes(page, TEXT.replace("窗邊", "窗邊的水\\*杯\\]"));
	await page.keyboard.press("Tab");
	assert.equal(await here(), "圖說");
	await page.keyboard.press("End");
	await page.keyboard.type('：周"先生"');
	const worded = TEXT.replace("窗邊", "窗邊的水\\*杯\\]").replace('"圖說"', '"圖說：周\\"先生\\""');
	await becomes(page, worded);
	await page.keyboard.press("Tab");
	await page.keyboard.press("ArrowRight");
	await becomes(page, worded.replace('\\"")', '\\""){.wide}'));
	assert.equal(await here(), "滿版");
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.press("ArrowLeft");
	await becomes(page, worded.replace('\\"")', '\\""){.small}'));
	await page.keyboard.press("Tab");
	assert.equal(await here(), "換一張");
	await page.keyboard.press("Escape");
	assert.equal(await page.evaluate("document.activeElement.className.includes('cm-content')"), true);
	await page.locator(".text-picture.chosen").waitFor();
	await page.keyboard.press("ArrowRight");
	await page.keyboard.type("續");
	await becomes(page, worded.replace('\\"")', '\\""){.small}').replace("後文", "續後文"));
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("a caption is taken away with its marks, and comes back with them", async () => {
	const { page } = await opened(server);
	await enter(page);
	await caption(page).fill("");
	await becomes(page, TEXT.replace(' "圖說"', ""));
	await page.keyboard.type("新");
	await becomes(page, TEXT.replace("圖說", "新"));
	await alt(page).fill("");
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: /還沒有替代文字/ }).click();
	assert.equal(await page.evaluate("document.activeElement.labels[0].innerText"), "替代文字");
	await page.context().close();
});

for (const [way, syllables, word] of [
	["注音", ["ㄔ", "ㄔㄨ", "ㄔㄨㄤ", "窗"], "窗戶"],
	["倉頡", ["十", "十金", "十金戈", "十金戈大"], "窗"],
] as const)
	for (const name of ["替代文字", "圖說"] as const)
		test(`${way} in ${name}: nothing is written or drawn anew before the word stands, autosave running`, async () => {
			const { page, behind, errors } = await opened(server);
			await enter(page);
			const field = figure(page).getByRole("textbox", { name });
			await field.focus();
			await page.keyboard.press("End");
			await page.keyboard.type("，");
			const written = (words: string) =>
				name === "替代文字" ? TEXT.replace("窗邊", `窗邊${words}`) : TEXT.replace("圖說", `圖說${words}`);
			await becomes(page, written("，"));
			await field.evaluate((one) => Reflect.set(one, "mine", true));
			await compose(page, [...syllables], "");
			await page.locator('.autosave[data-state="kept"]').waitFor();
			assert.equal(behind.drafts.at(-1)?.fields.body, written("，"));
			assert.equal(await textOf(page), written("，"));
			await compose(page, [], word);
			await becomes(page, written(`，${word}`));
			assert.equal(await field.evaluate((one) => Reflect.get(one, "mine")), true);
			assert.equal(await page.evaluate("document.activeElement.mine"), true);
			await page.keyboard.press("Control+z");
			await becomes(page, written("，"));
			assert.deepEqual(errors, []);
			await page.context().close();
		});

test("another picture takes the place, caption and size stay; removing it can be undone", async () => {
	const text = TEXT.replace("後文", "").replace('說")', '說"){.small}\n\n後文');
	const { page } = await opened(server, text);
	await figure(page).locator("img").click();
	await figure(page).getByRole("button", { name: "換一張" }).click();
	await page.locator(".library-pick").first().click();
	await becomes(page, text.replace("窗邊", "窗邊的熱水").replace(URL_A, "/api/v1/attachments/x/庫.jpg"));
	await figure(page).getByRole("button", { name: "移除" }).click();
	await becomes(page, text.replace(/!\[.*\n\n/, ""));
	assert.equal(await page.locator(".text-picture").count(), 0);
	await page.keyboard.press("Control+z");
	await page.keyboard.press("Control+z");
	await becomes(page, text);
	await page.context().close();
});

test("hostile texts are shown as text, and no address of another kind is asked for", async () => {
	const hostile = [
		'![<img src=x onerror="window.ran=1">](/gone.png "<script>window.ran=1</script>")',
		"![甲](javascript:window.ran=1)",
		"![乙](data:image/svg+xml,x){.wide}",
		"句中 ![<b>丙</b>](vbscript:x) 句中",
	].join("\n\n");
	const { page, errors } = await opened(server, hostile);
	await page.locator(".text-picture").nth(2).waitFor();
	assert.deepEqual(
		await page
			.locator(".text-picture > .picture-face > img")
			.evaluateAll((all) => all.map((one) => one.getAttribute("src"))),
		["/gone.png", null, null],
	);
	assert.equal(await page.locator(".cm-content script, .cm-content b:not(.picture-lost b)").count(), 0);
	assert.equal(await figure(page).locator(".picture-caption").textContent(), "<script>window.ran=1</script>");
	await page.locator(".text-picture .picture-lost").nth(1).getByText("javascript:window.ran=1").waitFor();
	assert.equal(await page.evaluate("window.ran"), undefined);
	assert.deepEqual(errors, []);
	await page.locator("[data-view=source]").click();
	assert.equal(await textOf(page), hostile);
	await page.context().close();
});

test("a picture among words is drawn in its line and goes whole with one key", async () => {
	const text = `看 ![口罩](${URL_A}) 後`;
	const { page } = await opened(server, text);
	await page.locator(".inline-picture img").waitFor();
	await page.locator(".cm-line").first().click();
	await page.keyboard.press("End");
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.press("ArrowLeft");
	await page.keyboard.press("Backspace");
	await becomes(page, "看  後");
	await page.keyboard.press("Control+z");
	await becomes(page, text);
	await page.context().close();
});

test("words that are pasted into a field of the picture stay there", async () => {
	const { page } = await opened(server);
	await enter(page);
	await page.keyboard.press("Control+b");
	await page.evaluate(
		`document.activeElement.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: (() => { const data = new DataTransfer(); data.setData("text/html", "<b>粗</b>"); return data; })() }))`,
	);
	await page.keyboard.type("改");
	await becomes(page, TEXT.replace("窗邊", "窗邊改"));
	await page.context().close();
});

for (const theme of ["light", "dark"] as const)
	for (const width of [360, 1280])
		test(`axe finds nothing at ${width} px, ${theme}, and nothing is wider than the page`, async () => {
			const text = `${TEXT}\n![](/gone.png "x"){.wide}\n\n![](${URL_A}){.small}\n\n![上傳中：舊.png #1]()\n`;
			const { page } = await opened(server, text, { viewport: { width, height: 800 }, colorScheme: theme });
			await page.locator(".text-picture").nth(2).waitFor();
			await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`);
			assert.deepEqual(await found(page), []);
			await figure(page).locator("img").click();
			await alt(page).waitFor();
			assert.deepEqual(await found(page), []);
			assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
			const least = width === 360 ? 44 : 24;
			const sizes = await figure(page)
				.locator("input[type=text], label:has(input), button:visible")
				.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
			for (const size of sizes) assert.ok(size >= least - 6, `${size}`);
			await page.context().close();
		});
