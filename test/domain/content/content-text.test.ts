import { expect, test } from "vitest";
import { plainText, readingMinutes } from "#domain/content/content/text.ts";

test.each([
	["blocks break, inline tags vanish", "<p>罕見<strong>疾</strong><em>病</em></p><p>協會</p>", "罕見疾病\n協會"],
	[
		"headings with ids and lists",
		'<h2 id="a">照護</h2><ul>\n<li>一</li>\n<li>二<ol><li>三</li></ol></li>\n</ul>',
		"照護\n一\n二\n三",
	],
	[
		"cells of a table",
		"<table><tr><th>年</th><th>人</th></tr><tr><td>115</td><td>230</td></tr></table>",
		"年\n人\n115\n230",
	],
	["line and page breaks", "甲<br>乙<br />丙<hr>丁", "甲\n乙\n丙\n丁"],
	["details", "<details><summary>更多</summary>內容</details>", "更多\n內容"],
	["white space collapses", "<p>\n  a\t b\u00a0&nbsp; c　d \n</p>\n\n<p> </p>", "a b c d"],
	["a line end inside a block is a space", "<p>one\ntwo</p><pre><code>x\n  y</code></pre>", "one two\nx y"],
	[
		"an image's alt is not text",
		'<figure><img src="a.png" alt="圖 > 說"><figcaption>說明</figcaption></figure>',
		"說明",
	],
	["attributes may hold >", '<a href="/x" title="a>b">連結</a>', "連結"],
	[
		"scripts and frames go with their contents",
		"前<script>a<b</script><style>p{}</style><iframe src=x>框</iframe>後",
		"前後",
	],
	["comments go", "前<!-- <p>no</p> -->後", "前後"],
	[
		"references",
		"&lt;p&gt; &amp;amp; &quot;&#39;&#x27; &#32;&copy;&hellip; &#128512;&#x1F600;",
		"<p> &amp; \"'' ©… 😀😀",
	],
	["a decoded < begins no tag", "&lt;b>粗", "<b>粗"],
	["what is no reference stays", "AT&T &nosuch; &#; &", "AT&T &nosuch; &#; &"],
	["no such character", "&#0;&#xD800;&#x110000;", "\ufffd\ufffd\ufffd"],
	["a bare < stays", "3 < 4", "3 < 4"],
	["nothing", "", ""],
])("%s", (_, html, text) => {
	expect(plainText(html)).toBe(text);
});

test.each([
	["", 1],
	["字".repeat(500), 1],
	["字".repeat(1000), 3],
	["word ".repeat(660), 3],
	[`${"字".repeat(400)} ${"don't ".repeat(220)}`, 2],
	["。、！".repeat(1000), 1],
])("reading %#", (text, minutes) => {
	expect(readingMinutes(text)).toBe(minutes);
});
