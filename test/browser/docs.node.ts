import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM_ARGUMENTS, findChromium } from "../../scripts/chromium.ts";
import type { Server } from "../../scripts/server.ts";
import { shareOf } from "../support/look.ts";
import { dataFolder } from "../support/prepared-data.ts";
import { serveBuilt } from "../support/serve-built.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const dataDir = await dataFolder("migrated");
let server: Server;
let browser: Browser;

before(async () => {
	server = await serveBuilt({ port: 18_911, dataDir });
	browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGUMENTS });
});
after(async () => {
	await browser?.close();
	await server?.stop();
	rmSync(dataDir, { recursive: true, force: true });
});

const WAYS = (["light", "dark"] as const).flatMap((colorScheme) =>
	[360, 1280].map((width) => ({ colorScheme, width })),
);
for (const { colorScheme, width } of shareOf(WAYS, 4)) {
	test(`the docs page, ${colorScheme}, ${width} px: no violation, nothing wider than the screen`, async () => {
		// The page allows no script at all; axe is the test's own.
		const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
		const page = await context.newPage();
		const errors: string[] = [];
		page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
		await page.goto(`${server.address}/api/v1/docs`);
		await page.addScriptTag({ content: AXE });
		const violations = await page.evaluate(async () => {
			const { axe } = globalThis as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } };
			return (await axe.run()).violations.map((violation) => violation.id);
		});
		assert.deepEqual(violations, []);
		assert.equal(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0);
		assert.deepEqual(errors, []);
		await context.close();
	});
}

test("its own policy blocks nothing it needs, and works without JavaScript", async () => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	const errors: string[] = [];
	page.on("console", (message) => errors.push(message.text()));
	await page.goto(`${server.address}/api/v1/docs`);
	await page.getByRole("link", { name: "單篇文章" }).click();
	await page.waitForURL("**#articles-slug");
	await page.locator("#articles-slug summary").click();
	await page.locator("#articles-slug").getByText("body_markdown").first().waitFor();
	assert.deepEqual(errors, []);
	await context.close();
});
