/** Texts of the demo site in the editor that shows what they mean: opening changes nothing, and a changed word is that word. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { asArticle, putText, selectIn, sentText, stateOf } from "../support/rich-page.ts";
import { chanceOf } from "../support/rich-walk.ts";
import { startWriting, type WritingServer } from "../support/writing-page.ts";

/** The texts below the fields of the site's files. */
const TEXTS = globSync("demo/site/**/*.md")
	.sort()
	.map((path) => [path, readFileSync(path, "utf8").replace(/^---\n[\s\S]*?\n---\n+/, "")] as const);
const WORD = /\p{Script=Han}{2}/gu;

let server: WritingServer;
before(async () => {
	server = await startWriting();
});
after(() => server?.stop());

test("each text keeps its bytes when it is opened, and only a changed word is changed", async (t) => {
	assert.ok(TEXTS.length >= 30, `${TEXTS.length} texts`);
	const seed = Date.now() % 2 ** 31;
	t.diagnostic(`seed ${seed}`);
	const chance = chanceOf(seed);
	const { page, errors } = await server.open();
	await asArticle(page);
	let changed = 0;
	for (const [path, text] of TEXTS) {
		await putText(page, text);
		assert.equal(await sentText(page), text, path);
		const words = [...text.matchAll(WORD)];
		for (let tries = 0; tries < 12; tries++) {
			const word = words[Math.floor(chance() * words.length)];
			if (!word) break;
			await selectIn(page, word.index, word.index + 2);
			// A word of a picture or a table is written in a field of its own.
			const { from, to } = await stateOf(page);
			if (from !== word.index || to !== word.index + 2) continue;
			await page.keyboard.insertText("改過");
			const wanted = `${text.slice(0, from)}改過${text.slice(to)}`;
			assert.equal(await sentText(page), wanted, `${path}, seed ${seed}`);
			changed++;
			break;
		}
	}
	assert.ok(changed >= 30, `${changed} words were changed`);
	assert.deepEqual(errors, []);
	await page.context().close();
});
