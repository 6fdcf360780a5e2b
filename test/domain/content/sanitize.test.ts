import { marked } from "marked";
import { expect, test } from "vitest";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { sanitize } from "#domain/content/content/sanitize.ts";
import { ATTACKS } from "./attacks.ts";

const ELEMENTS = new Set(
	(
		"p br hr div span strong b em i u s small mark sub sup kbd samp var cite dfn abbr q bdi bdo ruby rt rp pre wbr ul ol li dl " +
		"dt dd table caption thead tbody tfoot tr th td col colgroup figure figcaption summary details address h1 h2 h3 h4 h5 h6 code " +
		"blockquote del ins time a img video audio source iframe"
	).split(" "),
);
const ATTRIBUTES = new Set(
	(
		"title lang dir id value start reversed class cite datetime open span align colspan rowspan scope href target rel src alt width " +
		"height loading poster controls type allowfullscreen"
	).split(" "),
);
const FRAMES =
	/^https:\/\/(?:www\.youtube\.com\/embed|www\.youtube-nocookie\.com\/embed|player\.vimeo\.com\/video)\/[\w-]+$/;

type Tag = { name: string; attributes: [string, string][] };

/** The tags that a browser's tokenizer finds, and what it takes for text. */
async function parse(html: string): Promise<{ tags: Tag[]; comments: number }> {
	const tags: Tag[] = [];
	let comments = 0;
	const rewriter = new HTMLRewriter()
		.onDocument({
			comments: () => {
				comments++;
			},
		})
		.on("*", {
			element: (element) => {
				tags.push({ name: element.tagName, attributes: [...element.attributes].map(([n = "", v = ""]) => [n, v]) });
			},
		});
	await rewriter.transform(new Response(html)).text();
	return { tags, comments };
}

/** As a browser resolves it: character references read, tabs and newlines out, then the scheme. */
function schemeOf(value: string): string {
	const decoded = value
		.replace(/&#x([0-9a-f]+);?/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
		.replace(/&#(\d+);?/g, (_, decimal) => String.fromCodePoint(Number(decimal)))
		.replace(/&colon;/g, ":")
		.replace(/&(?:Tab|NewLine);/g, "")
		.replace(/&amp;/g, "&");
	return new URL(decoded, "https://here.example/").protocol;
}

/** What one tag has that it must not have. */
function complaintsOf({ name, attributes }: Tag): string[] {
	const found = ELEMENTS.has(name) ? [] : [`<${name}>`];
	for (const [attribute, value] of attributes) {
		const isFine = ATTRIBUTES.has(attribute) && (RULES[attribute]?.(value, name) ?? true);
		if (!isFine) found.push(`<${name} ${attribute}=${value}>`);
	}
	return found;
}

const leadsSomewhere = (value: string): boolean => ["http:", "https:", "mailto:", "tel:"].includes(schemeOf(value));
const RULES: Record<string, (value: string, name: string) => boolean> = {
	href: leadsSomewhere,
	cite: leadsSomewhere,
	poster: leadsSomewhere,
	src: (value, name) => leadsSomewhere(value) && (name !== "iframe" || FRAMES.test(value.replace(/\?.*/, ""))),
	id: (value, name) => /^h[1-6]$/.test(name) || /^fn(?:ref)?-\d+$/.test(value),
	class: (value) => value.startsWith("language-"),
};

/** Everything in the result that must not be there. */
async function complaints(html: string): Promise<string[]> {
	const { tags, comments } = await parse(html);
	return [...(comments > 0 ? ["a comment"] : []), ...tags.flatMap(complaintsOf)];
}

test("there are at least a hundred attacks, all different", () => {
	expect(ATTACKS.length).toBeGreaterThan(100);
	expect(new Set(ATTACKS).size).toBe(ATTACKS.length);
});

test("the same search finds most of them where nothing is cleaned", async () => {
	const ambiguous = () => ["what no parser can be sure of"];
	const found = await Promise.all(
		ATTACKS.map((attack) => complaints(marked.parse(attack, { async: false })).catch(ambiguous)),
	);
	expect(found.filter((one) => one.length > 0).length).toBeGreaterThan(100);
});

test.each(ATTACKS)("nothing of it runs, as Markdown and as HTML: %s", async (attack) => {
	expect(await complaints(renderMarkdown(attack).html)).toEqual([]);
	expect(await complaints(renderMarkdown(`<div>\n${attack}\n</div>`).html)).toEqual([]);
	expect(await complaints(sanitize(attack))).toEqual([]);
});

test("cleaning twice changes nothing more: the first result means the same to every parser", () => {
	const once = ATTACKS.map((attack) => sanitize(attack));
	expect(once.map(sanitize)).toEqual(once);
});

test("a text cannot end the element it stands in, nor swallow what follows", async () => {
	for (const attack of [
		...ATTACKS,
		"</p></div></main>",
		"<div><ul><li>",
		"<table><tr><td></div>",
		"<a><p></a>",
		"<b><i></b></i>",
	]) {
		const { html } = renderMarkdown(attack);
		const open: string[] = [];
		for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
			if (["br", "hr", "img", "col", "wbr", "source"].includes(name)) continue;
			if (!slash) open.push(name);
			else expect(open.pop()).toBe(name);
		}
		expect(open).toEqual([]);
	}
});

test("what is allowed passes whole", () => {
	const kept = [
		'<a href="https://a.example/?a=1&amp;b=2" target="_blank" rel="noopener" title="說明">連結</a>',
		'<a href="mailto:a@example.org">信</a> <a href="tel:+886223450000">電話</a> <a href="#一">片段</a> <a href="../b.html">相對</a>',
		'<img src="/api/v1/attachments/x/a.png" alt="圖" width="3" height="4" loading="lazy">',
		"<details open><summary>點開</summary>內文</details>",
		'<table><caption>表</caption><thead><tr><th scope="col" colspan="2">a</th></tr></thead><tbody><tr><td align="right">1</td></tr></tbody></table>',
		'<figure><img src="a.png"><figcaption>圖說</figcaption></figure>',
		'<video src="a.mp4" poster="a.jpg" controls></video>',
		'<iframe src="https://player.vimeo.com/video/123?h=ab&amp;t=1" width="560" height="315" title="影片" allowfullscreen></iframe>',
		"<ruby>漢<rp>(</rp><rt>ㄏㄢˋ</rt><rp>)</rp></ruby> H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <mark>重點</mark>",
		'<ol start="3" reversed><li value="7">七</li></ol>',
		'<pre><code class="language-c++">a &lt; b</code></pre>',
	];
	expect(kept.map(sanitize)).toEqual(kept);
});

test("elements that go leave their text; names that are none of HTML's are text", () => {
	expect(sanitize("<form>報名 <button>送出</button></form>")).toBe("<div>報名 送出</div>");
	expect(sanitize("<section><font color=red>紅</font></section><nav>選單</nav>")).toBe("<div>紅</div><div>選單</div>");
	expect(sanitize("List<String> 與 <your-name> 和 <今天>")).toBe(
		"List&lt;String&gt; 與 &lt;your-name&gt; 和 &lt;今天&gt;",
	);
	expect(sanitize("1 < 2 && 3 > 2")).toBe("1 &lt; 2 && 3 &gt; 2");
	expect(sanitize("<svg><text>圖中文字</text></svg>")).toContain("圖中文字");
	expect(sanitize('<iframe src="https://map.example/?a=1&b=2">舊</iframe>')).toBe(
		'<a href="https://map.example/?a=1&amp;b=2">https://map.example/?a=1&amp;b=2</a>舊',
	);
	expect(sanitize('<img src="data:image/png;base64,AAAA" alt="看不到的圖">')).toBe("看不到的圖");
});
