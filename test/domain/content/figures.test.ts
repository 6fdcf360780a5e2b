import { expect, test } from "vitest";
import { checkText } from "#domain/content/content/checks.ts";
import { placeImages } from "#domain/content/content/files.ts";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { sanitize } from "#domain/content/content/sanitize.ts";
import { plainText } from "#domain/content/content/text.ts";

const html = (markdown: string): string => renderMarkdown(markdown).html;
const img = (alt: string): string => `<img src="a.png" alt="${alt}" loading="lazy">`;

test.each([
	["a title is the caption", '![窗](a.png "圖說")', `<figure>\n${img("窗")}\n<figcaption>圖說</figcaption>\n</figure>`],
	["a size as Pandoc writes it", "![窗](a.png){.small}", `<figure class="small">\n${img("窗")}\n</figure>`],
	[
		"a size as kramdown writes it, and a caption",
		'![窗](a.png "圖說"){: .wide} ',
		`<figure class="wide">\n${img("窗")}\n<figcaption>圖說</figcaption>\n</figure>`,
	],
	[
		"a caption is text: no marks, no elements",
		'![窗](a.png "<b>A</b> & B &amp; *C* \\"D\\"")',
		`<figure>\n${img("窗")}\n<figcaption>&lt;b&gt;A&lt;/b&gt; &amp; B &amp; *C* "D"</figcaption>\n</figure>`,
	],
	[
		"in a quotation",
		'> ![窗](a.png "圖說")',
		`<blockquote>\n<figure>\n${img("窗")}\n<figcaption>圖說</figcaption>\n</figure>\n</blockquote>`,
	],
	["a picture by reference", '![窗][w]\n\n[w]: a.png "圖說"', html('![窗](a.png "圖說")')],
])("a figure: %s", (_, markdown, expected) => {
	expect(html(markdown)).toBe(expected);
});

test.each([
	["without a title and a size", "![窗](a.png)", `<p>${img("窗")}</p>`],
	["with an empty title", '![窗](a.png " ")', '<p><img src="a.png" alt="窗" title="" loading="lazy"></p>'],
	["with words beside it", "![窗](a.png) 字", `<p>${img("窗")} 字</p>`],
	["two of them", "![窗](a.png)\n![門](a.png)", `<p>${img("窗")}\n${img("門")}</p>`],
	["with another class", "![窗](a.png){.big}", `<p>${img("窗")}{.big}</p>`],
	["with a size on the next line", "![窗](a.png)\n{.small}", `<p>${img("窗")}\n{.small}</p>`],
	["in a link", "[![窗](a.png)](/b)", `<p><a href="/b">${img("窗")}</a></p>`],
])("a picture stays as it is %s", (_, markdown, expected) => {
	expect(html(markdown)).toBe(expected);
});

test("of classes only the two sizes stay, and only on a figure", () => {
	expect(
		sanitize(
			'<figure class="small">甲</figure><figure class="small wide">乙</figure><figure class="language-js">丙</figure><p class="small">丁</p><code class="wide">戊</code>',
		),
	).toBe('<figure class="small">甲</figure><figure>乙</figure><figure>丙</figure><p>丁</p><code>戊</code>');
});

test("what a caption or an address says never runs", () => {
	expect(html('![窗](javascript:alert(1) "<img src=x onerror=alert(1)>"){.wide}')).toBe(
		'<figure class="wide">\n窗\n<figcaption>&lt;img src=x onerror=alert(1)&gt;</figcaption>\n</figure>',
	);
});

test("the copies of a picture are asked for by the width that its figure takes, also when they are placed again", () => {
	const url = `/api/v1/attachments/${"a".repeat(26)}/a.png`;
	const sizes = () => ({ width: 2_000, height: 1_000, srcset: `${url}?w=320 320w` });
	const placed = ["", "{.small}", "{.wide}"].map((size) => renderMarkdown(`![窗](${url} "圖說")${size}`, sizes).html);
	expect(placed.map((one) => / sizes="([^"]*)"/.exec(one)?.[1])).toEqual([
		"(max-width: 800px) 100vw, 800px",
		"(max-width: 400px) 100vw, 400px",
		"(max-width: 2000px) 100vw, 2000px",
	]);
	for (const one of placed) expect(placeImages(one, sizes)).toBe(one);
});

test("a caption is read as text, and the alternative text is looked for all the same", () => {
	const text = html('前文\n\n![](a.png "圖說"){.small}\n\n後文');
	expect(plainText(text)).toBe("前文\n圖說\n後文");
	const known = { hosts: { base: "https://a.example", origin: "https://b.example" }, standings: new Map() };
	const checked = { title: "題", seoTitle: "", excerpt: "", seoDescription: "", body: "", html: text, cover: null };
	expect(checkText(checked, known).map(({ kind }) => kind)).toContain("image.no_alt");
});
