/** Tables in the editor that shows what a text means: grids whose cells are fields, and what becomes of the Markdown. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { seen, written } from "#ui/islands/client/writing/rich/tables/row.ts";
import { cellAt, heightOf, widthOf } from "#ui/islands/client/writing/rich/tables/table.ts";
import { random } from "../support/random.ts";
import { SHEETS } from "../support/sheets.ts";
import { compose, type Desk, found, give, startWriting, type WritingServer } from "../support/writing-page.ts";

let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

const TABLE = "| 溼度 | 感覺 |\n|:--|---|\n|40% 以下|  喉嚨**乾**  |\n| 40–60%   | [舒服](/a) |";
const TEXT = `前面。\n\n${TABLE}\n\n後面。`;

/** Opens a text as what it means. */
async function open(text: string, options?: BrowserContextOptions): Promise<Desk> {
	const desk = await server.open(options);
	await desk.page.locator("#write-body").evaluate((area, value) => Object.assign(area, { value }), text);
	await desk.page.locator("[data-view=article]").click();
	await desk.page.locator(".cm-content").waitFor();
	return desk;
}
const cell = (page: Page, row: number, column: number): Locator =>
	page.locator(".grid tr").nth(row).locator("textarea").nth(column);
const tool = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
/** What has the focus: a cell by its name, or the text. */
const focused = (page: Page): Promise<string> =>
	page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.tagName");
const textOf = (page: Page): Promise<string> => page.locator("#write-body").inputValue();

/** Waits until the text has become this. */
async function becomes(page: Page, text: string): Promise<void> {
	await page.evaluate(
		`new Promise((done) => {
			const end = Date.now() + 5_000;
			const look = () =>
				document.querySelector("#write-body").value === ${JSON.stringify(text)} || Date.now() > end
					? done()
					: requestAnimationFrame(look);
			look();
		})`,
	);
	assert.equal(await textOf(page), text);
}

test("a table is drawn as a grid, and a text that is only read keeps its bytes", async () => {
	const { page, errors } = await open(TEXT);
	assert.equal(await page.locator(".grid th").count(), 2);
	assert.equal(await page.locator(".grid strong").textContent(), "乾");
	assert.equal(await page.locator(".grid .as-link").textContent(), "舒服");
	for (const [row, column] of [
		[0, 0],
		[1, 1],
		[2, 1],
	] as const)
		await cell(page, row, column).click();
	assert.equal(await cell(page, 2, 1).inputValue(), "[舒服](/a)");
	await page.keyboard.press("Escape");
	assert.equal(await focused(page), "內文");
	assert.ok(await page.locator(".table-block.chosen").isVisible());
	await page.locator("[data-view=source]").click();
	assert.equal(await textOf(page), TEXT);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("what is typed into a cell changes this cell alone", async () => {
	const { page } = await open(TEXT);
	await cell(page, 1, 0).click();
	await page.keyboard.press("End");
	await page.keyboard.type("（a|b）");
	await page.keyboard.press("Shift+Enter");
	await page.keyboard.type("二");
	await becomes(page, TEXT.replace("|40% 以下|", "|40% 以下（a\\|b）<br>二|"));
	assert.equal(await cell(page, 1, 0).inputValue(), "40% 以下（a|b）\n二");
	await cell(page, 1, 1).fill("");
	await becomes(page, TEXT.replace("|40% 以下|", "|40% 以下（a\\|b）<br>二|").replace("  喉嚨**乾**  ", "    "));
	await page.context().close();
});

/** What the fields of the grid hold, and the cells of the text that would be sent now. */
async function bothSides(page: Page): Promise<{ fields: string[][]; cells: string[][] }> {
	const [shown, text] = await page.evaluate<[{ value: string; isNow: boolean }[][], string]>(`[
		[...document.querySelectorAll(".grid tr")].map((row) =>
			[...row.querySelectorAll("textarea")].map((field) => ({ value: field.value, isNow: field === document.activeElement }))),
		new FormData(document.querySelector("#write-body").form).get(document.querySelector("#write-body").name),
	]`);
	const lines = text.split("\n").filter((line) => line.includes("|"));
	const columns = [...Array(lines.length > 0 ? widthOf(lines) : 0).keys()];
	const rows = [...Array(lines.length > 0 ? heightOf(lines) : 0).keys()];
	return {
		// A field in which is written keeps the spaces at its ends, which the text does not have.
		fields: shown.map((row) => row.map(({ value, isNow }) => (isNow ? seen(written(value)) : value))),
		cells: rows.map((row) => columns.map((column) => seen(cellAt(lines, { row, column })))),
	};
}

for (const seed of [1, 2, 3])
	test(`after anything in any order the fields hold what the text does, and undo leads back (${seed})`, async () => {
		const { page, errors } = await open(TEXT);
		const { next, pick } = random(seed);
		const tools = [
			"靠左",
			"置中",
			"靠右",
			"這一列上移",
			"這一列下移",
			"這一欄左移",
			"這一欄右移",
			"刪除這一列",
			"刪除這一欄",
		];
		const data = { "text/plain": "1\t2\n3\t4" };
		const go = async () => {
			const fields = page.locator(".grid textarea");
			await fields.nth(Math.floor(next() * (await fields.count()))).focus();
		};
		const acts: (() => Promise<unknown>)[] = [
			() => page.keyboard.type(pick(["字", "|", "\\", "**粗**", "- "])),
			() =>
				page.keyboard.press(
					pick(["Enter", "Tab", "Shift+Enter", "Control+Enter", "Backspace", "ArrowDown", "ArrowLeft"]),
				),
			() => page.keyboard.press(pick(["Control+z", "Control+z", "Control+Shift+Z"])),
			() => compose(page, ["ㄕ", "ㄕㄨ"], "書"),
			() =>
				page
					.locator(".table-block:focus-within")
					.getByRole("button", { name: pick(tools), exact: true })
					.click(),
			() =>
				page
					.locator(":is(.add-row, .add-column)")
					.nth(pick([0, 1]))
					.click(),
			() => give(page, "paste", { data, into: ".grid textarea:focus" }),
		];
		for (let step = 0; step < 40; step++) {
			if ((await page.locator(".grid textarea:focus").count()) === 0 || next() < 0.3) await go();
			await pick(acts)();
			const { fields, cells } = await bothSides(page);
			assert.deepEqual(fields, cells);
			if (cells.length === 0) await page.keyboard.press("Control+z");
		}
		for (let step = 0; step < 50; step++) await page.keyboard.press("Control+z");
		const { fields, cells } = await bothSides(page);
		assert.deepEqual(fields, cells);
		assert.deepEqual(errors, []);
		await page.context().close();
	});

test("who goes on in the text after a cell has the tools of the text again", async () => {
	const { page } = await open(TEXT);
	await cell(page, 1, 0).click();
	await page.getByText("後面。").click();
	await page.getByRole("toolbar", { name: "格式" }).getByRole("button", { name: "標題" }).click();
	await becomes(page, TEXT.replace("後面。", "## 後面。"));
	await page.context().close();
});

test("a table in a quotation or a list stays text", async () => {
	const { page } = await open(`> ${TABLE.replaceAll("\n", "\n> ")}\n\n- 項\n\n  ${TABLE.replaceAll("\n", "\n  ")}`);
	assert.equal(await page.locator(".grid").count(), 0);
	await page.context().close();
});

test("words that an input method composes come into a cell once, and are kept", async () => {
	const { page, behind, errors } = await open(TEXT);
	await cell(page, 2, 0).click();
	await page.keyboard.press("End");
	const session = await page.context().newCDPSession(page);
	for (const text of ["ㄕ", "ㄕㄨ", "ㄕㄨˊ", "熟"]) {
		await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
		assert.equal(await textOf(page), TEXT);
	}
	await session.send("Input.insertText", { text: "舒服" });
	const first = TEXT.replace("40–60%   |", "40–60%舒服   |");
	await becomes(page, first);
	await page.keyboard.press("Tab");
	await page.keyboard.press("End");
	// 倉頡: the codes, then the word.
	await compose(page, ["日", "日月", "日月一"], "明");
	await compose(page, ["木", "木木"], "林");
	const second = first.replace("[舒服](/a)", "[舒服](/a)明林");
	await becomes(page, second);
	await page.waitForResponse((answer) => answer.url().endsWith("/draft"));
	assert.equal(behind.drafts.at(-1)?.fields.body, second);
	assert.equal(await cell(page, 2, 1).inputValue(), "[舒服](/a)明林");
	// Enter and Escape of the input method do nothing in the grid.
	await session.send("Input.imeSetComposition", { text: "ㄇ", selectionStart: 1, selectionEnd: 1 });
	await session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "Process", windowsVirtualKeyCode: 229 });
	assert.match(await focused(page), /第 2 列，第 2 欄/);
	await session.send("Input.imeSetComposition", { text: "", selectionStart: 0, selectionEnd: 0 });
	await becomes(page, second);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("undo and redo go through the text and its cells in one order", async () => {
	const { page } = await open(TEXT);
	await page.locator(".cm-line").first().click();
	await page.keyboard.press("End");
	await page.keyboard.type("甲");
	await cell(page, 1, 0).fill("乙");
	const typed = TEXT.replace("前面。", "前面。甲").replace("40% 以下", "乙");
	await becomes(page, typed);
	await page.keyboard.press("Control+Enter");
	const added = typed.replace("**乾**  |\n", "**乾**  |\n|  |  |\n");
	await becomes(page, added);
	assert.match(await focused(page), /第 2 列，第 1 欄/);
	await page.keyboard.press("Control+z");
	await becomes(page, typed);
	await cell(page, 1, 0).focus();
	await page.keyboard.press("Control+z");
	await becomes(page, TEXT.replace("前面。", "前面。甲"));
	assert.equal(await cell(page, 1, 0).inputValue(), "40% 以下");
	assert.match(await focused(page), /第 1 列，第 1 欄/);
	await page.keyboard.press("Control+z");
	await becomes(page, TEXT);
	for (const text of [TEXT.replace("前面。", "前面。甲"), typed, added]) {
		await page.keyboard.press("Control+Shift+Z");
		await becomes(page, text);
	}
	await page.context().close();
});

test("the keyboard alone goes into a table, through it, and out of it", async () => {
	const { page } = await open(TEXT);
	await page.locator(".cm-line").first().click();
	await page.keyboard.press("ArrowDown");
	assert.ok(await page.locator(".table-block.chosen").isVisible());
	await page.keyboard.press("Enter");
	assert.equal(await focused(page), "標題列，第 1 欄");
	await page.keyboard.press("Shift+Tab");
	assert.equal(await page.evaluate("document.activeElement.textContent"), "靠左");
	await page.keyboard.press("Tab");
	for (const name of ["標題列，第 2 欄", "第 1 列，第 1 欄，溼度", "第 1 列，第 2 欄，感覺"]) {
		await page.keyboard.press("Tab");
		assert.equal(await focused(page), name);
	}
	await page.keyboard.press("Shift+Tab");
	assert.equal(await focused(page), "第 1 列，第 1 欄，溼度");
	await page.keyboard.press("Home");
	await page.keyboard.press("ArrowLeft");
	assert.equal(await focused(page), "標題列，第 2 欄");
	await page.keyboard.press("ArrowRight");
	assert.equal(await focused(page), "第 1 列，第 1 欄，溼度");
	await page.keyboard.press("ArrowDown");
	assert.equal(await focused(page), "第 2 列，第 1 欄，溼度");
	await page.keyboard.press("Enter");
	await page.keyboard.type("新");
	await becomes(page, TEXT.replace(" |\n\n後", " |\n| 新 |  |\n\n後"));
	await page.keyboard.press("Enter");
	await page.keyboard.press("Enter");
	await becomes(page, TEXT.replace(" |\n\n後", " |\n| 新 |  |\n\n後"));
	await page.keyboard.type("出");
	await becomes(page, TEXT.replace(" |\n\n後", " |\n| 新 |  |\n\n出後"));
	await cell(page, 3, 1).focus();
	await page.keyboard.press("Tab");
	assert.equal(await focused(page), "在最後加一列");
	await page.keyboard.press("Tab");
	assert.equal(await focused(page), "在最後加一欄");
	await page.keyboard.press("Tab");
	assert.equal(await page.locator(".table-block:focus-within").count(), 0);
	await cell(page, 0, 0).focus();
	await page.keyboard.press("ArrowUp");
	await page.keyboard.type("上");
	await becomes(page, TEXT.replace(" |\n\n後", " |\n| 新 |  |\n\n出後").replace("前面。", "前面。上"));
	await page.context().close();
});

test("tools align, move, add and remove; the last of it takes the table, and undo brings it back", async () => {
	const { page } = await open(TEXT);
	await cell(page, 2, 1).click();
	await tool(page, "靠右").click();
	let text = TEXT.replace("|:--|---|", "|:--|--:|");
	await becomes(page, text);
	assert.equal(await tool(page, "靠右").getAttribute("aria-pressed"), "true");
	await tool(page, "這一列上移").click();
	assert.match(await focused(page), /第 1 列，第 2 欄/);
	text = `前面。\n\n| 溼度 | 感覺 |\n|:--|--:|\n| 40–60%   | [舒服](/a) |\n|40% 以下|  喉嚨**乾**  |\n\n後面。`;
	await becomes(page, text);
	await tool(page, "這一欄左移").click();
	text = `前面。\n\n| 感覺 | 溼度 |\n|--:|:--|\n| [舒服](/a)   | 40–60% |\n|喉嚨**乾**|  40% 以下  |\n\n後面。`;
	await becomes(page, text);
	assert.match(await focused(page), /第 1 列，第 1 欄/);
	await tool(page, "在最後加一欄").click();
	await tool(page, "在最後加一列").click();
	await becomes(
		page,
		text.replaceAll(/\|$/gm, "|  |").replace(":--|  |", ":--| --- |").replace("\n\n後", "\n|  |  |  |\n\n後"),
	);
	assert.match(await focused(page), /第 3 列，第 1 欄/);
	await cell(page, 3, 2).click();
	for (const name of ["刪除這一列", "刪除這一欄"]) await tool(page, name).click();
	await becomes(page, text);
	await tool(page, "刪除這一欄").click();
	await becomes(page, `前面。\n\n| 感覺 |\n|--:|\n| [舒服](/a)   |\n|喉嚨**乾**|\n\n後面。`);
	await tool(page, "刪除這一欄").click();
	await becomes(page, "前面。\n\n\n\n後面。");
	assert.equal(await focused(page), "內文");
	await page.keyboard.press("Control+z");
	await page.keyboard.press("Control+z");
	await becomes(page, text);
	await page.context().close();
});

test("words of the tools above come into the cell, and no block does", async () => {
	const { page } = await open(TEXT);
	await cell(page, 1, 0).click();
	await page.keyboard.press("Control+a");
	await page.keyboard.press("Control+b");
	await becomes(page, TEXT.replace("40% 以下", "**40% 以下**"));
	await page.getByRole("toolbar", { name: "格式", exact: true }).getByRole("button", { name: "標題" }).click();
	await page.getByText("表格的格子裡只能有文字、連結和圖片").waitFor({ state: "attached" });
	await becomes(page, TEXT.replace("40% 以下", "**40% 以下**"));
	await page.context().close();
});

test("a new table begins with its first cell", async () => {
	const { page } = await open("字");
	await page.locator(".cm-line").first().click();
	await page.getByRole("toolbar", { name: "格式", exact: true }).getByRole("button", { name: "表格" }).click();
	await page.locator(".grid textarea:focus").waitFor();
	await page.keyboard.type("甲");
	await becomes(page, `${(await textOf(page)).split("|")[0]}| 甲 | 欄二 |\n| --- | --- |\n| 內容 | 內容 |\n`);
	await page.context().close();
});

for (const [name, { data, lines }] of Object.entries(SHEETS))
	test(`cells of ${name} become a table, and fill the cells of one`, async () => {
		const { page, errors } = await open("前面。");
		await page.locator(".cm-line").first().click();
		await page.keyboard.press("End");
		await give(page, "paste", { data, into: ".cm-content" });
		const width = (lines[0] ?? "").split("|").length - 2;
		const rule = `|${" --- |".repeat(width)}`;
		await page.locator(".grid").waitFor();
		await becomes(page, `前面。\n\n${[lines[0], rule, ...lines.slice(1)].join("\n").replaceAll("|  |", "|  |")}\n\n`);
		await page.context().close();
		const other = await open("| 甲 | 乙 |\n| --- | --- |\n| 一 | 二 |");
		await cell(other.page, 1, 1).click();
		await give(other.page, "paste", { data, into: ".grid tr:nth-child(1) td:nth-child(2) textarea" });
		const wide = `| 甲 | 乙 |${"  |".repeat(width - 1)}\n| --- | --- |${" --- |".repeat(width - 1)}`;
		await becomes(other.page, [wide, `| 一 ${lines[0]}`, ...lines.slice(1).map((line) => `|  ${line}`)].join("\n"));
		assert.deepEqual([...errors, ...other.errors], []);
		await other.page.context().close();
	});

test("lines of code with tabs are pasted as they are, one cell goes to the caret", async () => {
	const { page } = await open("前面。");
	await page.locator(".cm-line").first().click();
	await page.keyboard.press("End");
	await give(page, "paste", {
		data: { "text/html": "<table><tr><td>12,500</td></tr></table>", "text/plain": "12,500" },
		into: ".cm-content",
	});
	await becomes(page, "前面。12,500");
	await give(page, "paste", { data: { "text/plain": "\ta\n\tb" }, into: ".cm-content" });
	await becomes(page, "前面。12,500\ta\n\tb");
	await page.context().close();
});

test("hostile words are shown, and nothing of them runs", async () => {
	const hostile =
		'<img src=x onerror="window.ran=1"> <script>window.ran=1</script> [連](javascript:window.ran=1) ![圖](x" onerror="window.ran=1)';
	const { page, errors } = await open(
		`| 甲 | 乙 |\n|---|---|\n| ${hostile} | <b onclick="window.ran=1">字</b> &lt;i&gt; |`,
	);
	await page.locator(".grid").waitFor();
	assert.equal(await page.locator(".grid :is(img, script, a, b, i)").count(), 0);
	assert.match((await page.locator(".grid td").nth(1).textContent()) ?? "", /<b onclick="window.ran=1">字<\/b> <i>/);
	await cell(page, 1, 0).click();
	await page.keyboard.type(hostile);
	await page.keyboard.press("Tab");
	assert.equal(await page.evaluate("window.ran"), undefined);
	assert.deepEqual(errors, []);
	await page.context().close();
});

for (const [name, options] of [
	["1280 px", { viewport: { width: 1280, height: 800 } }],
	["360 px", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
	["dark", { viewport: { width: 1280, height: 800 } }],
] as const)
	test(`a grid is used by everybody, ${name}`, async () => {
		const wide = `| ${"欄位 | ".repeat(6)}\n|${"---|".repeat(6)}\n| ${"內容 | ".repeat(6)}`;
		const { page } = await open(`${TEXT}\n\n${wide}\n\n末。`, options);
		if (name === "dark") await page.evaluate('document.documentElement.dataset.theme = "dark"');
		assert.deepEqual(await found(page), []);
		await cell(page, 2, 1).click();
		assert.deepEqual(await found(page), []);
		const isTouch = "hasTouch" in options;
		for (const button of await page.locator(".table-block:focus-within button").all()) {
			const box = await button.boundingBox();
			assert.ok(box && Math.min(box.width, box.height) >= (isTouch ? 44 : 24), JSON.stringify(box));
			assert.ok(box.x >= 0 && box.x + box.width <= options.viewport.width, JSON.stringify(box));
		}
		const scrolls = await page.evaluate(`[
			document.documentElement.scrollWidth <= innerWidth,
			[...document.querySelectorAll(".grid-box")].map((box) => box.scrollWidth > box.clientWidth),
		]`);
		assert.deepEqual(scrolls, [true, isTouch ? [false, true] : [false, false]]);
		await page.context().close();
	});
