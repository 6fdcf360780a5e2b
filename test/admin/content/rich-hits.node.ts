/** Where words stand in a text, as 尋找 finds them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { playerBlock, playerOf } from "#ui/islands/client/writing/player.ts";
import { videoIn, wordsChange } from "#ui/islands/client/writing/rich/card-syntax.ts";
import { hitFrom, hitsOf } from "#ui/islands/client/writing/rich/hits.ts";
import { itemsFor } from "#ui/islands/client/writing/rich/slash-items.ts";
import { Writer } from "../../support/rich-text.ts";

const text = fc.stringMatching(/^[aA水ａİß\n]{0,40}$/);

test("every hit is the words, none overlap, and nothing is left out", () => {
	fc.assert(
		fc.property(text, fc.stringMatching(/^[aA水ａİß]{1,3}$/), fc.boolean(), (given, words, isExact) => {
			const same = (part: string): boolean =>
				isExact ? part === words : [...part].length === [...words].length && part.toLowerCase() === words.toLowerCase();
			const hits = hitsOf(given, words, isExact);
			let end = 0;
			for (const { from, to } of hits) {
				assert.ok(from >= end && same(given.slice(from, to)));
				for (let at = end; at < from; at++)
					assert.ok(!(at + words.length <= from && same(given.slice(at, at + words.length))));
				end = to;
			}
			assert.ok(!given.slice(end).includes(words));
		}),
	);
});

test("full and half width are different letters, as are letters of two cases where asked", () => {
	assert.equal(hitsOf("ｗａｔｅｒ water Water", "water", false).length, 2);
	assert.equal(hitsOf("ｗａｔｅｒ water Water", "water", true).length, 1);
	assert.deepEqual(hitsOf("水", "", false), []);
});

test("the next hit goes around the end of the text", () => {
	const hits = hitsOf("水一水二水", "水", true);
	assert.equal(hitFrom(hits, 1, 1), 1);
	assert.equal(hitFrom(hits, 5, 1), 0);
	assert.equal(hitFrom(hits, 0, -1), 2);
	assert.equal(hitFrom([], 0, 1), -1);
});

test("/ finds by Chinese, English and how it is spelt", () => {
	const first = (query: string): string | undefined => itemsFor(query)[0]?.name;
	for (const [query, name] of [
		["圖", "picture"],
		["img", "picture"],
		["tu", "picture"],
		["biaoge", "table"],
		["youtube", "video"],
		["pdf", "file"],
		["清單", "bullets"],
		["H2", "h2"],
		["hr", "rule"],
	] as const)
		assert.equal(first(query), name, query);
	assert.deepEqual(itemsFor("ㄊㄨ"), []);
});

test("only the players that the website shows are put in", () => {
	const player = "https://www.youtube-nocookie.com/embed/M7lc1UVf-VE";
	for (const address of [
		"https://www.youtube.com/watch?v=M7lc1UVf-VE&t=3s",
		"youtu.be/M7lc1UVf-VE?si=x",
		"https://m.youtube.com/shorts/M7lc1UVf-VE",
		"https://www.youtube.com/embed/M7lc1UVf-VE",
	])
		assert.equal(playerOf(address), player, address);
	assert.equal(playerOf("https://vimeo.com/76979871"), "https://player.vimeo.com/video/76979871");
	for (const address of [
		"",
		"水",
		"https://evil.example/watch?v=M7lc1UVf-VE",
		"javascript:alert(1)",
		'https://youtu.be/"><script>',
	])
		assert.equal(playerOf(address), null, address);
});

test("the title of a player is read as it was written, by the dialog or at the player itself", () => {
	const words = '水溫 > 37 度 & "熱" <b>';
	const player = "https://www.youtube-nocookie.com/embed/M7lc1UVf-VE";
	const read = ({ state }: Writer) => videoIn(state, { from: 0, to: state.doc.length });
	assert.equal(read(new Writer(playerBlock(player, words)))?.words, words);
	const writer = new Writer(playerBlock(player, ""));
	const card = read(writer);
	assert.ok(card);
	writer.dispatch({ changes: wordsChange(writer.state, card, words) ?? [] });
	assert.equal(read(writer)?.words, words);
});
