import assert from "node:assert/strict";
import { test } from "node:test";
import { goldmark, kramdown } from "../../scripts/content/read/kramdown.ts";

test("what stands directly behind a block is a paragraph, as kramdown reads it", () => {
	const figure = '<figure>\n<img src="a.jpg">\n</figure>\n';
	assert.equal(kramdown(`${figure}接著的一段。\n`), `${figure}\n接著的一段。\n`);
	assert.equal(kramdown(`${figure}<p>已經是段落</p>\n`), `${figure}<p>已經是段落</p>\n`);
	assert.equal(kramdown(`${figure}\n另一段\n`), `${figure}\n另一段\n`);
	const code = "```html\n</div>\n文字\n```\n";
	assert.equal(kramdown(code), code);
});

test("the size of a picture is not a mark of kramdown's or Goldmark's own", () => {
	const picture = '前文\n\n![窗](a.jpg "圖說"){.small}\n\n後文\n';
	assert.equal(kramdown(picture), picture);
	assert.equal(goldmark(picture), picture);
});
