import assert from "node:assert/strict";
import { test } from "node:test";
import { segments } from "../../scripts/content/code.ts";
import { mapLinks } from "../../scripts/content/links.ts";
import { parseDate } from "../../scripts/content/read/dates.ts";
import { goldmark, kramdown } from "../../scripts/content/read/kramdown.ts";
import { liquid } from "../../scripts/content/read/liquid.ts";
import { takeNotes } from "../../scripts/content/read/notes.ts";
import { shortcodes } from "../../scripts/content/read/shortcodes.ts";

const context = () => ({
	page: { title: "題", params: { version: "v1" } },
	site: { title: "站" },
	include: (name: string) => (name.endsWith("in.md") ? "放進來的字" : undefined),
	post: (name: string) => `_posts/${name}.md`,
	notes: takeNotes("x", ""),
	isHtml: false,
});

test("links and images everywhere but in code; everything else stays byte for byte", () => {
	const seen: string[] = [];
	const markdown = [
		'[甲](a.md "題") ![乙](<b c.png>) ![丙](d e.png) [丁](f_(g).md) [戊][r] [`己`](h.md) [![庚](i.png)](j.md)',
		'<img alt="x" src="k.png?a=1&amp;b=2"><a href=l.md>辛</a> <m.md> \\[n](o.md)',
		"`[壬](no)` ``[x](no) ` [y](no)``",
		"```\n[癸](no)\n```",
		"    [x](no)",
		"- 一\n\n  ~~~\n  [x](no)\n  ~~~\n",
		"[r]: p.md '題'\n[^註]: https://q.example",
	].join("\n\n");
	const same = mapLinks(markdown, (url, isImage) => void seen.push(isImage ? `!${url}` : url));
	assert.equal(same, markdown);
	assert.deepEqual(
		seen.sort(),
		[
			"!b c.png",
			"!d e.png",
			"!i.png",
			"!k.png?a=1&b=2",
			"a.md",
			"f_(g).md",
			"h.md",
			"j.md",
			"l.md",
			"o.md",
			"p.md",
		].sort(),
	);
	assert.equal(
		mapLinks("[a](b \"c\") ![](<d e>) [x](f g.md)\n<img src='h'>", () => "/新"),
		'[a](/新 "c") ![](/新) [x](/新)\n<img src="/新">',
	);
});

test("the parts of a text joined are the text", () => {
	for (const text of [
		"a `b` c",
		"```\nx",
		"`a\n\nb`",
		"- x\n\n      y\n",
		"\n\n    code\n\ntext `",
		"~~~md\n```\n~~~\n",
	]) {
		assert.equal(
			segments(text)
				.map((part) => part.text)
				.join(""),
			text,
		);
	}
});

test("dates in the ways that people write them", () => {
	const at = (text: string, zone = "Asia/Taipei") => {
		const ms = parseDate(text, zone);
		return ms === undefined ? null : new Date(ms).toISOString();
	};
	assert.equal(at("2019-06-14"), "2019-06-13T16:00:00.000Z");
	assert.equal(at("2019-06-14 10:00:00 +0800"), "2019-06-14T02:00:00.000Z");
	assert.equal(at("2019-06-14T10:00:00.5Z"), "2019-06-14T10:00:00.500Z");
	assert.equal(at("2019/1/2 3:04 PM"), "2019-01-02T07:04:00.000Z");
	assert.equal(at("2019年6月14日"), "2019-06-13T16:00:00.000Z");
	assert.equal(at("Jul 08 2022"), "2022-07-07T16:00:00.000Z");
	assert.equal(at("Fri, 01 Mar 2024 10:00:00 +0100"), "2024-03-01T09:00:00.000Z");
	assert.equal(at("2024-07-01 00:00", "Europe/Oslo"), "2024-06-30T22:00:00.000Z");
	assert.equal(at("2024-01-01 00:00", "Europe/Oslo"), "2023-12-31T23:00:00.000Z");
	for (const none of ["2019", "2019-13-01", "2019-02-29", "2019-01-01 25:00", "08/31/2023", "明天", ""])
		assert.equal(at(none), null, none);
});

test("shortcodes", () => {
	const cases: [string, string][] = [
		[
			"{{< youtube abc_123 >}}",
			'<iframe src="https://www.youtube-nocookie.com/embed/abc_123" width="560" height="315" title="YouTube" allowfullscreen></iframe>',
		],
		[
			'{{< vimeo id="9" >}}',
			'<iframe src="https://player.vimeo.com/video/9" width="560" height="315" title="Vimeo" allowfullscreen></iframe>',
		],
		['{{< img src="a b.png" alt="圖" >}}', "![圖](<a b.png>)"],
		["{{< highlight go >}}\nx := `a`\n{{< /highlight >}}", "```go\nx := `a`\n```"],
		['{{% details "看" %}}\n**內**\n{{% /details %}}', "<details>\n<summary>看</summary>\n\n**內**\n\n</details>"],
		['[連]({{< ref "a b.md#c" >}})', "[連](a%20b.md#c)"],
		['{{< button href="/x" >}}報名{{< /button >}}', "[報名](/x)"],
		['{{< tabs >}}{{< tab "甲" >}}一\n二{{< /tab >}}{{< /tabs >}}', "**甲**\n\n一\n二"],
		['{{% term "遠端 資源" %}}', "遠端 資源"],
		["{{% param version %}} {{% param none %}}", "v1 none"],
		['{{% include "in.md" %}}', "放進來的字"],
		['{{% include "gone.md" %}}', '{{% include "gone.md" %}}'],
		["{{< gist a b >}} {{< toc >}}", "<https://gist.github.com/a/b>"],
		[
			'{{</* a */>}} {{%/* /b x="y" */%}} `{{</* c */>}}` `{{< d >}}`',
			'{{< a >}} {{% /b x="y" %}} `{{< c >}}` `{{< d >}}`',
		],
		["{{< row >}}\n字\n{{< /row >}}", "字"],
		["{{< e >}}{{< e >}}深{{< /e >}}{{< /e >}}", "深"],
		["沒有關 {{< f", "沒有關 {{< f"],
	];
	for (const [from, to] of cases) assert.equal(shortcodes(from, context()).trim(), to, from);
});

test("Liquid and Hexo's tags", () => {
	const cases: [string, string][] = [
		["{% raw %}{{ x }}{% endraw %}", "{{ x }}"],
		[
			"{{ page.title }}、{{ site.title | escape }}、{{ 'a.png' | relative_url }}、{{ site.baseurl }}/b",
			"題、站、a.png、/b",
		],
		["{{ page.title | upcase }} {{ none }}", "{{ page.title | upcase }} {{ none }}"],
		["{% if a %}\n甲\n{% else %}\n乙\n{% endif %}\n丙", "甲\n乙\n丙"],
		["{% comment %}看不到{% endcomment %}看得到", "看得到"],
		["{% capture n %}捕**獲**{% endcapture %}前 {{ n }} 後", "前 捕**獲** 後"],
		["{% capture n %}沒用到{% endcapture %}", "沒用到"],
		["{% include in.md %} {% include gone.md %}", "放進來的字 {% include gone.md %}"],
		['{% include box.html content="要 緊" class="x" %}', "要 緊"],
		["[a]({% post_url 2024-01-01-b %})", "[a](/_posts/2024-01-01-b.md)"],
		["`{{ page.title }}`", "`{{ page.title }}`"],
		["{% highlight c++ %}\na ``` b\n{% endhighlight %}", "````c++\na ``` b\n````"],
		[
			"{% youtube dQw4w9WgXcQ %}",
			'<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" width="560" height="315" title="YouTube" allowfullscreen></iframe>',
		],
		["{% 不是標籤 %} {% t a.b %}", "{% 不是標籤 %} {% t a.b %}"],
	];
	for (const [from, to] of cases) assert.equal(liquid(from, context()).trim(), to, from);
});

test("kramdown's and Goldmark's attributes", () => {
	const cases: [string, string][] = [
		['[甲](a){:target="_blank"} 乙{: .x #y}', "[甲](a) 乙"],
		["# 題\n{: #id .c}\n字\n{: .note}\n後", "# 題 {#id}\n字\n後"],
		["* 目錄\n{:toc}\n\n字", "\n字"],
		['`{: .x}` {::comment}無{:/comment}有{::options x="y" /}', "`{: .x}` 有"],
		["{:ref: .x}\n字 {:不是}", "字 {:不是}"],
		["集合 {1, 2} 與 {: 冒號", "集合 {1, 2} 與 {: 冒號"],
	];
	for (const [from, to] of cases) assert.equal(kramdown(from), to, from);
	assert.equal(
		goldmark('> 引\n{.a #b k="v w"}\n\n{ 大括號 }\n\n```\n{.x}\n```'),
		"> 引\n\n{ 大括號 }\n\n```\n{.x}\n```",
	);
	const long = `{:${"a".repeat(5000)}!`;
	assert.equal(kramdown(long), long);
});
