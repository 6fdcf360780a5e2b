/** What the clipboards of Google Docs, Word, Pages, Notion and a browser hold becomes tidy Markdown, and nothing in it runs. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { type Desk, give, startWriting, type WritingServer } from "../support/writing-page.ts";

const NAMES = ["google-docs", "word", "pages", "notion", "web-page"];
const held = (name: string): string => readFileSync(`test/fixtures/pasted/${name}`, "utf8");

let server: WritingServer;
let desk: Desk;
before(async () => {
	server = await startWriting();
	desk = await server.open();
});
after(() => server?.stop());

async function pasted(page: Page, html: string): Promise<string> {
	const area = page.locator("#write-body");
	await area.fill("");
	await give(page, "paste", { data: { "text/html": html, "text/plain": "沒有格式" } });
	await page.evaluate(
		`new Promise((done) => {
			const look = () => (document.querySelector("#write-body").value === "" ? requestAnimationFrame(look) : done());
			look();
		})`,
	);
	return area.inputValue();
}

for (const name of NAMES)
	test(`${name} becomes tidy Markdown`, async () => {
		const text = await pasted(desk.page, held(`${name}.html`));
		assert.equal(`${text}\n`, held(`${name}.md`));
		// Nothing that a reader would see as a mark, no empty mark, no heading of the page's own level.
		const { html, toc } = renderMarkdown(text);
		const words = html.replace(/<(pre|code)[\s\S]*?<\/\1>/g, "").replace(/<[^>]*>/g, "");
		assert.doesNotMatch(words, /\*\*|__|\]\(/);
		assert.doesNotMatch(html, /<(strong|em|a|li|h\d)[^>]*><\/\1>/);
		assert.ok(toc.every(({ level }) => level >= 2));
	});

test("nothing that was pasted runs", async () => {
	assert.equal(await desk.page.evaluate("window.hit"), undefined);
	assert.deepEqual(desk.errors, []);
});
