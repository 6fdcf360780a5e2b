/** Where the blocks of a preview begin in the text; nothing else of the preview is another. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown } from "#domain/content/content/markdown.ts";

const sizes = () => ({ width: 1600, height: 900, srcset: "/a.png?w=320 320w" });
const plain = (text: string): string => renderMarkdown(text, sizes).html;
const lined = (text: string): string => renderMarkdown(text, sizes, { hasLines: true }).html;
/** Takes the lines away from elements, not from what code shows as text. */
const bare = (html: string): string =>
	html.replace(/<[a-z0-9]+[^<>]*>/g, (tag) => tag.replace(/ data-line="\d+"/g, ""));
/** The blocks' elements and lines. */
const found = (text: string): [string, number][] =>
	[...lined(text).matchAll(/<([a-z0-9]+)(?: [a-z]+="[^"]*")* data-line="(\d+)"/g)].map(([, tag = "", line]) => [
		tag,
		Number(line),
	]);

const PLAYER = '<iframe src="https://www.youtube.com/embed/abc" title="影片"></iframe>';
const BLOCKS = [
	"## 標題",
	"一段\n兩行[^1]",
	"- 一\n\n  二\n- 三",
	"1. 一\n2. 二",
	"> 引言\n>\n> 二",
	"| a | b |\n| --- | --- |\n| 1 | 2 |",
	"```js\n\nx\n\n```",
	"    code",
	"---",
	'![圖](https://a.example/b.png "圖說"){.wide}',
	"![圖](https://a.example/b.png)",
	PLAYER,
	"<div>\n\n**粗**\n\n</div>",
	'<p data-line="9">自己的</p>',
	"詞\n: 說明",
	"[a]: https://a.example",
	"[^1]: 註 腳\n\n    續",
	"標題\n===",
	"",
	"\n",
];

test("each block says the line at which it begins", () => {
	const text = `\n\n## 標題\n\n一段\n兩行\n- 項\n\n\n> 引言\n\n${PLAYER}\n\n\`\`\`\n\nx\n\`\`\`\n![圖](https://a.example/b.png "說")\n`;
	expect(found(text)).toEqual([
		["h2", 2],
		["p", 4],
		["ul", 6],
		["blockquote", 9],
		["iframe", 11],
		["pre", 13],
		["figure", 17],
	]);
});

test("besides the lines the preview is what the website gets, which has none", () => {
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom(...BLOCKS), { maxLength: 12 }),
			fc.constantFrom("\n\n", "\n"),
			(all, between) => {
				const text = all.join(between);
				expect(bare(lined(text))).toBe(plain(text));
				expect(bare(plain(text))).toBe(plain(text));
			},
		),
	);
});
