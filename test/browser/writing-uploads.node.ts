/** Pictures on their way into a text that is shown as it means. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page, Route } from "playwright-core";
import { becomes, opened } from "../support/rich-pictures.ts";
import { compose, found, give, startWriting, type WritingServer } from "../support/writing-page.ts";

let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

/** Holds the uploads of these names back until they are let go. */
async function held(page: Page): Promise<(name: string) => Promise<void>> {
	const waiting = new Map<string, () => Promise<void>>();
	await page.route(/\/admin\/media$/, (route: Route) => {
		const [, name = ""] = /filename="([^"]*)"/.exec(route.request().postDataBuffer()?.toString("utf8") ?? "") ?? [];
		waiting.set(name, () => route.fallback());
	});
	return async (name) => {
		while (!waiting.has(name)) await page.waitForRequest(() => true, { timeout: 200 }).catch(() => null);
		await waiting.get(name)?.();
	};
}

const PNG = { type: "image/png", width: 4, height: 4 };
const pictureOf = (name: string): string => `![](/api/v1/attachments/d/${name})`;

test("several pictures at once keep their order and place while somebody types on", async () => {
	const { page, errors } = await opened(server, "前文\n\n後文");
	const go = await held(page);
	await page.locator(".cm-line").first().click();
	await page.keyboard.press("End");
	await give(page, "paste", {
		files: ["a.png", "b.png", "c.png"].map((name) => ({ ...PNG, name })),
		into: ".rich .cm-content",
	});
	const boxes = page.locator(".upload-box");
	await boxes.nth(2).waitFor();
	assert.deepEqual(await boxes.locator("b").allInnerTexts(), ["a.png", "b.png", "c.png"]);
	assert.equal(await boxes.getByRole("progressbar").count(), 3);
	assert.equal(await page.locator(".writing .uploads").isVisible(), false);
	assert.deepEqual(await found(page), []);
	await page.keyboard.type("接著寫");
	await go("c.png");
	await page.locator(".text-picture").waitFor();
	await compose(page, ["ㄊ", "ㄊㄤ"], "");
	await go("a.png");
	await compose(page, [], "湯");
	await page.locator(".text-picture").nth(1).waitFor();
	await go("b.png");
	await page.locator(".text-picture").nth(2).waitFor();
	await page.keyboard.type("完");
	await becomes(page, `前文\n\n${["a.png", "b.png", "c.png"].map(pictureOf).join("\n\n")}\n\n接著寫湯完\n\n後文`);
	assert.deepEqual(errors, []);
	await page.context().close();
});

test("at the end of a text somebody writes on below the picture", async () => {
	const { page } = await opened(server, "前文");
	await page.locator(".cm-line").first().click();
	await page.keyboard.press("End");
	await give(page, "drop", { files: [{ ...PNG, name: "a.png" }], into: ".rich .cm-line" });
	await page.locator(".text-picture").waitFor();
	await page.keyboard.type("下文");
	await becomes(page, `前文\n\n${pictureOf("a.png")}\n\n下文`);
	await page.context().close();
});

test("an upload that failed says why, is tried again, or goes; one from before only goes", async () => {
	const { page, behind } = await opened(server, "前文\n\n![上傳中：舊.png #1]()\n\n後文");
	behind.refused = { "a.png": "檔案壞了。", "b.png": "檔案壞了。" };
	await page.locator(".cm-line").first().click();
	await page.keyboard.press("End");
	await give(page, "paste", { files: ["a.png", "b.png"].map((name) => ({ ...PNG, name })), into: ".rich .cm-content" });
	const box = (name: string) => page.getByRole("group", { name: `上傳的圖片：${name}` });
	await box("a.png").getByText("沒有上傳：檔案壞了。").waitFor();
	await box("b.png").getByText("沒有上傳：檔案壞了。").waitFor();
	assert.deepEqual(await found(page), []);
	behind.refused = {};
	await box("a.png").getByRole("button", { name: "再試一次" }).click();
	await page.locator(".text-picture").waitFor();
	await box("b.png").getByRole("button", { name: "移除" }).click();
	await box("舊.png").getByText("沒有上傳完成").waitFor();
	await box("舊.png").getByRole("button", { name: "移除" }).click();
	await becomes(page, `前文\n\n${pictureOf("a.png")}\n\n後文`);
	await page.context().close();
});

test("a cancelled upload leaves nothing; undo of a finished one offers the picture again", async () => {
	const { page } = await opened(server, "前文\n\n後文");
	const go = await held(page);
	await page.locator(".cm-line").first().click();
	await page.keyboard.press("End");
	await give(page, "paste", { files: [{ ...PNG, name: "a.png" }], into: ".rich .cm-content" });
	await page.locator(".upload-box").getByRole("button", { name: "取消" }).click();
	await page.locator(".upload-box").waitFor({ state: "detached" });
	await becomes(page, "前文\n\n後文");
	await give(page, "paste", { files: [{ ...PNG, name: "b.png" }], into: ".rich .cm-content" });
	await page.keyboard.type("接著");
	await go("b.png");
	await page.locator(".text-picture").waitFor();
	await page.keyboard.press("Control+z");
	await page.locator(".upload-box").getByRole("button", { name: "放回文章" }).click();
	await page.locator(".text-picture").waitFor();
	await page.context().close();
});
