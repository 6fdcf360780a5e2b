/** What a key costs in the editor that shows what a text means, where nothing else runs beside it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openArticle, selectIn, sentText } from "../support/rich-page.ts";
import { keysWithinFrame, LONG, typist } from "../support/typist.ts";
import { startWriting, type WritingServer } from "../support/writing-page.ts";

let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

const opened = (text: string) => openArticle(server, text);

test("a key in a text of 200 KB takes less than a frame", async (t) => {
	const bare = await (await server.browser.newContext()).newPage();
	await bare.setContent('<!doctype html><textarea id="bare" cols="90" rows="20"></textarea>');
	const { page } = await opened(LONG);
	const place = async () => {
		await selectIn(page, LONG.length / 2);
		await page.locator(".rich .cm-cursor, .rich .cm-focused").first().waitFor();
	};
	const { holds, rounds } = await keysWithinFrame(await typist(bare, "#bare", LONG), await typist(page, place));
	for (const round of rounds) t.diagnostic(round);
	assert.match(await sentText(page), /a{60}/);
	assert.ok(holds, rounds.join("; "));
	await bare.context().close();
	await page.context().close();
});

test("a key in a cell of a text of 200 KB takes less than a frame", async (t) => {
	const bare = await (await server.browser.newContext()).newPage();
	await bare.setContent('<!doctype html><textarea id="bare" cols="90" rows="20"></textarea>');
	const rows = "| 40–60% | 舒服 | 維持就好 |\n".repeat(20);
	const { page } = await opened(`| 溼度 | 感覺 | 可以怎麼做 |\n|---|---|---|\n${rows}\n${LONG}`);
	await page.locator(".grid").waitFor();
	const ours = await typist(page, ".grid tr:nth-child(2) textarea");
	const { holds, rounds } = await keysWithinFrame(await typist(bare, "#bare", LONG), ours);
	for (const round of rounds) t.diagnostic(round);
	assert.ok(holds, rounds.join("; "));
	await bare.context().close();
	await page.context().close();
});
