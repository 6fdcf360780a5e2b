import assert from "node:assert/strict";
import { test } from "node:test";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { png, read, textOf, told } from "../support/sites.ts";

const [HOME, SUB, OLD] = ["0123456789abcdef0123456789abcdef", "f".repeat(32), "a1b2".repeat(8)];

test("HackMD: what it adds to Markdown becomes what is kept here, and the title is not said twice", () => {
	const found = read({
		"例會紀錄.md":
			"# 例會紀錄\n\n###### tags: `會議` `Team` `team`\n\n[TOC]\n\n==重點是 H~2~O== 與 2^10^，週一~五、六~日，^_^ 再見^_^\n\n{%youtube aqz-KE-bpKQ %}\n{%pdf https://example.tw/a.pdf %}\n{%bookmark x %}\n\n:::info\n提醒\n:::\n\n## 例會紀錄\n\n`==碼==` $x^2+y^2$ [連結](https://a.tw/?q==b==)[^1]字[^2]\n\n```\n[TOC]\nH~2~O\n```\n\n[^1]: 註",
		"手冊.md": "手冊\n===\n\n第一段",
		"別的.md": "---\ntitle: 題目\ntags: TEAM, 手冊\n---\n# 不是題目\n字",
	});
	const notes = textOf(found, "例會紀錄");
	assert.equal(notes.title, "例會紀錄");
	assert.equal(
		notes.bodyMarkdown,
		'<mark>重點是 H<sub>2</sub>O</mark> 與 2<sup>10</sup>，週一~五、六~日，^_^ 再見^_^\n\n<iframe src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ" width="560" height="315" title="YouTube" allowfullscreen></iframe>\n\n<https://example.tw/a.pdf>\n{%bookmark x %}\n\n提醒\n\n## 例會紀錄\n\n`==碼==` $x^2+y^2$ [連結](https://a.tw/?q==b==)[^1]字[^2]\n\n```\n[TOC]\nH~2~O\n```\n\n[^1]: 註',
	);
	const { html } = renderMarkdown(notes.bodyMarkdown);
	assert.deepEqual(
		["<mark>重點是 H<sub>2</sub>O</mark>", "2<sup>10</sup>", "youtube-nocookie.com/embed/aqz-KE-bpKQ"].filter(
			(part) => !html.includes(part),
		),
		[],
	);
	assert.equal(textOf(found, "手冊").bodyMarkdown, "第一段");
	assert.equal(textOf(found, "別的").bodyMarkdown, "# 不是題目\n字");
	assert.deepEqual(
		found.site.tags.map(({ slug, name }) => [slug, name]),
		[
			["team", "Team"],
			["手冊", "手冊"],
			["會議", "會議"],
		],
	);
	assert.deepEqual(
		told(found, "warning").filter((line) => line.includes("embeds")),
		["例會紀錄.md:11 what {%bookmark%} embeds is not known: left as it stands"],
	);
});

test("HackMD: sizes of pictures and colours of quotations go, where they are not code", () => {
	const found = read({
		"圖.md":
			'# 圖\n\n![](https://i.imgur.com/a.png =300x) ![乙](https://i.imgur.com/b.png =x200 "題") ![](https://i.imgur.com/c.png =50%x)\n\n> 留言 [color=#3b75c6]\n\n`![](d.png =9x)` [字](https://a.tw/?a =1)',
	});
	assert.equal(
		textOf(found, "圖").bodyMarkdown,
		'![](https://i.imgur.com/a.png) ![乙](https://i.imgur.com/b.png "題") ![](https://i.imgur.com/c.png)\n\n> 留言\n\n`![](d.png =9x)` [字](https://a.tw/?a =1)',
	);
});

test("Notion: ids leave names and addresses, links between the files follow, also those to notion.so", () => {
	const found = read({
		[`Export-6d8b3c1e-0000-4000-8000-000000000000/協會 ${HOME}.md`]: `# 協會\n\n[子頁](%E5%8D%94%E6%9C%83%20${HOME}/%E5%AD%90%E9%A0%81%20${SUB}.md)\n\n![](%E5%8D%94%E6%9C%83%20${HOME}/Untitled.png)\n\n[又一次](https://www.notion.so/workspace/${SUB}?pvs=4) [別處](https://www.notion.so/x-${"9".repeat(32)})`,
		[`Export-6d8b3c1e-0000-4000-8000-000000000000/協會 ${HOME}/子頁 ${SUB}.md`]: `# 子頁\n\n[上一層](../%E5%8D%94%E6%9C%83%20${HOME}.md)`,
		[`Export-6d8b3c1e-0000-4000-8000-000000000000/協會 ${HOME}/Untitled.png`]: png(2, 2),
		[`Export-6d8b3c1e-0000-4000-8000-000000000000/協會 ${HOME}/舊的 ${OLD}.md`]: "沒有標題的一篇",
	});
	assert.deepEqual(told(found, "error"), []);
	assert.deepEqual(
		found.site.pages.map(({ path, parentPath, title }) => [path, parentPath, title]),
		[
			["協會", null, "協會"],
			["協會/子頁", "協會", "子頁"],
			["協會/舊的", "協會", "舊的"],
		],
	);
	const [picture] = [...found.site.files.keys()];
	assert.equal(
		textOf(found, "協會").bodyMarkdown,
		`[子頁](/協會/子頁)\n\n![](/api/v1/attachments/${picture}/Untitled.png)\n\n[又一次](/協會/子頁) [別處](https://www.notion.so/x-${"9".repeat(32)})`,
	);
	assert.equal(textOf(found, "子頁").bodyMarkdown, "[上一層](/協會)");
	assert.deepEqual(told(found, "warning"), []);
});

test("a folder that holds nothing known is nothing; an empty export is something", () => {
	assert.equal(read({ "a.docx": "x", "b/c.png": png(1, 1) }).isNothing, true);
	assert.equal(read({ "README.md": "# 專案" }).isNothing, true);
	assert.equal(read({ "site.yaml": "format: 1\n" }).isNothing, false);
	assert.equal(read({ "a.md": "---\ntitle: a: b\n---\n" }).isNothing, false);
	assert.equal(read({ "a.md": "字" }).isNothing, false);
});
