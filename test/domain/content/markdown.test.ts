import { expect, test } from "vitest";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { plainText } from "#domain/content/content/text.ts";

const html = (markdown: string): string => renderMarkdown(markdown).html;

test("headings have unique ids, Chinese kept, and stand in the table of contents", () => {
	const { html, toc } = renderMarkdown(
		"# 你好，世界！\n\n## What's *new*?\n\n## What's new?\n\n### `a < b`\n\n<h4>原始 <em>標題</em></h4>",
	);
	expect(toc).toEqual([
		{ level: 1, id: "你好世界", text: "你好，世界！" },
		{ level: 2, id: "whats-new", text: "What's new?" },
		{ level: 2, id: "whats-new-1", text: "What's new?" },
		{ level: 3, id: "a--b", text: "a < b" },
		{ level: 4, id: "原始-標題", text: "原始 標題" },
	]);
	expect(html.split("\n")[0]).toBe('<h1 id="你好世界">你好，世界！</h1>');
	expect(html).toContain('<h4 id="原始-標題">原始 <em>標題</em></h4>');
});

test("a heading's own id counts; names that scripts look up get a prefix, and links inside the text follow", () => {
	expect(html("## 安裝 {#install .wide}")).toBe('<h2 id="install">安裝</h2>');
	expect(html("## 安裝 {: #install}")).toBe('<h2 id="install">安裝</h2>');
	expect(html("## Location\n\n[上](#location)")).toBe(
		'<h2 id="h-location">Location</h2>\n<p><a href="#h-location">上</a></p>',
	);
});

test("emphasis beside Chinese punctuation", () => {
	expect(html("對於**「開放政府」**的推動")).toBe("<p>對於<strong>「開放政府」</strong>的推動</p>");
	expect(html("**注意：**請先報名，*（免費）*參加。")).toBe(
		"<p><strong>注意：</strong>請先報名，<em>（免費）</em>參加。</p>",
	);
	expect(html("~~「舊」~~的")).toBe("<p><del>「舊」</del>的</p>");
	expect(html("2 * 3 * 4 與 a**b**c 與 `**「x」**`")).toBe(
		"<p>2 * 3 * 4 與 a<strong>b</strong>c 與 <code>**「x」**</code></p>",
	);
});

test("an address in running text ends where Chinese begins", () => {
	expect(html("見 https://join.gov.tw）。")).toBe(
		'<p>見 <a href="https://join.gov.tw">https://join.gov.tw</a>）。</p>',
	);
	expect(html("https://zh.wikipedia.org/wiki/臺灣 是")).toBe(
		'<p><a href="https://zh.wikipedia.org/wiki/%E8%87%BA%E7%81%A3">https://zh.wikipedia.org/wiki/臺灣</a> 是</p>',
	);
});

test("footnotes: numbered in order, listed below, none lost", () => {
	expect(
		html("甲[^b]乙[^a]丙[^b]丁[^none]\n\n[^a]: https://a.example\n[^b]: 註 **二**\n\n    第二段\n\n[^c]: 沒人提到"),
	).toBe(
		[
			'<p>甲<sup id="fnref-1"><a href="#fn-1">1</a></sup>乙<sup id="fnref-2"><a href="#fn-2">2</a></sup>丙<sup id="fnref-1"><a href="#fn-1">1</a></sup>丁[^none]</p>',
			"<hr>",
			"<ol>",
			'<li id="fn-1"><p>註 <strong>二</strong></p>',
			'<p>第二段 <a href="#fnref-1">↩</a></p></li>',
			'<li id="fn-2"><p><a href="https://a.example">https://a.example</a> <a href="#fnref-2">↩</a></p></li>',
			'<li id="fn-3"><p>沒人提到 <a href="#fnref-3">↩</a></p></li>',
			"</ol>",
		].join("\n"),
	);
});

test("definition lists, task lists, alerts, names of code blocks, rows wider than their table", () => {
	expect(html("輔具\n: 幫忙的器具\n: 可以借")).toBe(
		"<dl>\n<dt>輔具</dt>\n<dd><p>幫忙的器具</p>\n</dd>\n<dd><p>可以借</p>\n</dd>\n</dl>",
	);
	expect(html("- [x] 好了\n- [ ] 還沒")).toBe("<ul>\n<li>☑ 好了</li>\n<li>☐ 還沒</li>\n</ul>");
	expect(html("> [!NOTE]\n> 請帶健保卡")).toBe(
		"<blockquote>\n<p><strong>NOTE</strong><br>請帶健保卡</p>\n</blockquote>",
	);
	expect(html('```md {file="a.md"}\nx\n```')).toBe(
		'<figure>\n<figcaption>a.md</figcaption>\n<pre><code class="language-md">x\n</code></pre>\n</figure>',
	);
	expect(plainText(html("| a | b |\n|---|---|\n| 1 | 2 | 3 | 4 |"))).toBe("a\nb\n1\n2\n3\n4");
	// A pipe behind two backslashes parts cells, so this header has as many as the row.
	expect(html("|a\\\\|b|\n|---|---|\n| 1 | 2 |").match(/<t[hd]>/g)).toHaveLength(4);
	// A backslash at the end of a header is no escape of the pipe that comes behind it.
	expect(html("a|b\\\n---|---\n1|2|3").match(/<t[hd]>/g)).toHaveLength(6);
});

test("images load late and keep their place where the size is known", () => {
	const sizes = (url: string) => (url === "/a.png?x=1&y=2" ? { width: 640, height: 480 } : undefined);
	const { html } = renderMarkdown(
		'看![圖](/a.png?x=1&y=2 "說明")\n\n![別的](b.png)\n\n<img src="/a.png?x=1&amp;y=2" width="5">',
		sizes,
	);
	expect(html).toBe(
		[
			'<p>看<img src="/a.png?x=1&amp;y=2" alt="圖" title="說明" width="640" height="480" loading="lazy"></p>',
			'<p><img src="b.png" alt="別的" loading="lazy"></p>',
			'<img src="/a.png?x=1&amp;y=2" width="5" loading="lazy">',
		].join("\n"),
	);
});

test("ordinary Chinese Markdown with HTML in it loses no text", () => {
	const markdown = [
		"## 115 年會 {: .title}",
		"報名：<font color='red'>即日起</font>，<b>額滿</b>為止。&nbsp;A&amp;B、5 < 6、List<String>",
		"<center>置中</center><section>節<aside>旁</aside></section>",
		"<details>\n<summary>交通</summary>\n\n1. 捷運 **台北車站**\n2. 公車\n\n</details>",
		"<table><tr><td>甲<td>乙<tr><td colspan=2>丙</table>",
		"| 欄 | 位 |\n|---|---|\n| 一 | `二` |",
		"> 引文\n> 第二行",
		"<div class='box' style='color:red'>盒子<p>段落<p>沒關",
	].join("\n\n");
	expect(plainText(html(markdown)).replace(/\n/g, " ")).toBe(
		"115 年會 報名：即日起，額滿為止。 A&B、5 < 6、List<String> 置中 節 旁 交通 捷運 台北車站 公車 甲 乙 丙 欄 位 一 二 引文 第二行 盒子 段落 沒關",
	);
});

test("marks of kramdown that were left over do no harm", () => {
	expect(html('[甲](a.md){:target="_blank"}')).toBe('<p><a href="a.md">甲</a>{:target=&quot;_blank&quot;}</p>');
});

test("thousands of nested quotations are shown as they were written", () => {
	const markdown = `${">".repeat(20_000)}深`;
	expect(plainText(html(markdown))).toBe(markdown);
});
