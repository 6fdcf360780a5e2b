import assert from "node:assert/strict";
import { test } from "node:test";
import { fileUrl } from "#domain/content/content/files.ts";
import { png, read, textOf, told } from "../support/sites.ts";

const site = read("test/fixtures/sites/hugo-zh", { siteName: null });
const file = (name: string) =>
	[...site.site.files.values()].find(({ filename }) => filename === name) ?? assert.fail(name);

test("dated pages of sections are articles, the rest is the tree", () => {
	assert.equal(site.kind, "hugo");
	assert.deepEqual(
		site.site.articles.map(({ slug, type, state, publishedAt, publishAt, unpublishAt }) => [
			slug,
			type,
			state,
			publishedAt,
			publishAt,
			unpublishAt,
		]),
		[
			["camp", "event", "scheduled", null, Date.parse("2099-07-01T00:00+08:00"), Date.parse("2099-08-01T00:00+08:00")],
			["old", "event", "archived", Date.parse("2020-01-01T00:00+08:00"), null, null],
			["first", "news", "published", Date.parse("2024-05-01T00:00+08:00"), null, null],
			["di-er", "news", "published", Date.parse("2024-05-02T00:00+08:00"), null, null],
			["第一篇", "news", "published", Date.parse("2024-05-01T10:00+08:00"), null, null],
		],
	);
	assert.deepEqual(
		site.site.pages.map(({ path, parentPath, position }) => [path, parentPath, position]),
		[
			["home", null, 1],
			["docs", null, 2],
			["docs/guide", "docs", 1],
			["docs/guide/start", "docs/guide", 1],
			["posts", null, 3],
		],
	);
});

test("a bundle: front matter in TOML, its files, its cover, shortcodes as text, escaped ones shown", () => {
	const first = site.site.articles.find(({ slug }) => slug === "第一篇") ?? assert.fail();
	assert.deepEqual(
		[first.title, first.categories, first.tags, first.aliases, first.excerpt, first.updatedAt],
		[
			"第一篇：認識小樹",
			["認識我們"],
			["newcomer", "剛確診"],
			["hello", "intro"],
			"我們是誰",
			Date.parse("2024-06-01T00:00+08:00"),
		],
	);
	assert.deepEqual(first.cover, { id: file("cover.png").id, alt: "第一篇：認識小樹" });
	assert.deepEqual(first.attachments, [{ id: file("附件.pdf").id, description: "" }]);
	assert.equal(
		first.bodyMarkdown,
		[
			"先看圖：",
			"",
			`![教室的門](${fileUrl(file("門 口.png"))} "門")`,
			"",
			"<figure>",
			"",
			`![門](${fileUrl(file("門 口.png"))})`,
			"",
			"<figcaption>",
			"",
			"從**左邊**進來",
			"",
			"</figcaption>",
			"</figure>",
			"",
			'<iframe src="https://www.youtube-nocookie.com/embed/0RKpf3rK57I" width="560" height="315" title="YouTube" allowfullscreen></iframe>',
			"",
			`看[手冊](/docs/guide/start#第一步)、[英文版](/articles/first)，或下載[表單](${fileUrl(file("form.pdf"))})。`,
			"",
			"**小提醒 一則**",
			"",
			"帶**水壺**。",
			"",
			"{{% unknown-code path=/x %}}",
			"",
			'寫法是 `{{< figure src="x.png" >}}`：',
			"",
			'```go {file="layouts/a.html"}',
			"{{< highlight >}}",
			"```",
		].join("\n"),
	);
	assert.equal(
		textOf(site, "di-er").bodyMarkdown,
		"第二篇很短。[第一篇](/articles/第一篇)與[舊網址](/articles/第一篇)。",
	);
	assert.equal(
		textOf(site, "start").bodyMarkdown,
		`## 第一步\n\n名詞\n: 它的說明\n\n![圖](${fileUrl(file("step.png"))})`,
	);
	assert.equal(textOf(site, "guide").bodyMarkdown, "手冊的說明。");
});

test("what could not be carried over is told", () => {
	assert.deepEqual(told(site, "error"), []);
	assert.deepEqual(told(site, "warning"), [
		"content/posts/第一篇/index.md:22 shortcode notice is shown as its words",
		"content/posts/第一篇/index.md:26 shortcode unknown-code is left as it stands",
	]);
});

test("languages by folder, by content folder of their own and by name; texts of one slug do not collide", () => {
	const post = (title: string) => `---\ntitle: ${title}\ndate: 2024-01-01\n---\n${title}`;
	const languages = "defaultContentLanguage = 'zh-tw'\n[languages.zh-tw]\nweight=1\n[languages.en]\nweight=2\n";
	const expected = [
		["英", "hello-en"],
		["中", "hello"],
	];
	const titles = (files: Record<string, string>) =>
		read(files)
			.site.articles.map(({ title, slug }) => [title, slug])
			.sort();
	const byFolder = { "content/zh-tw/posts/hello.md": post("中"), "content/en/posts/hello.md": post("英") };
	const byName = { "content/posts/hello.md": post("中"), "content/posts/hello.en.md": post("英") };
	const byOwn = `${languages.replace("weight=1", "contentDir='content/chinese'").replace("weight=2", "contentDir='content/english'")}`;
	assert.deepEqual(titles({ "hugo.toml": languages, ...byName }), [...expected].sort());
	assert.deepEqual(
		titles({ "hugo.toml": languages, ...byFolder }).map(([title]) => title),
		["中", "英"],
	);
	assert.deepEqual(
		titles({
			"hugo.toml": byOwn,
			"content/chinese/posts/hello.md": post("中"),
			"content/english/posts/hello.md": post("英"),
		}).map(([title]) => title),
		["中", "英"],
	);
	const pages = read({
		"hugo.toml": languages,
		"content/about.md": "---\ntitle: 關於\n---\n",
		"content/about.en.md": "---\ntitle: About\n---\n",
	});
	assert.deepEqual(
		pages.site.pages.map(({ path, slug }) => [path, slug]),
		[
			["en/about", "en-about"],
			["about", "about"],
		],
	);
});

test("configuration in YAML and JSON, nested bundles, cascades, headless pages, a page that only lists", () => {
	const found = read({
		"config/_default/config.json": '{"title": "站", "permalinks": {"news": "/n/:slug/"}}',
		"content/_index.md": "---\n---\n",
		"content/news/2024/05/a/index.md": "---\ndate: 2024-05-01\n---\n# 標題在內文\n![](b.png) ![](img/c.png)",
		"content/news/2024/05/a/b.png": png(2, 3),
		"content/news/2024/05/a/img/c.png": png(4, 5),
		"content/news/2024/05/a/extra.md": "---\ntitle: 附頁\n---\n附頁的字",
		"content/shared/_index.md": "---\ntitle: 共用\ncascade:\n  build: {render: never}\n---\n",
		"content/shared/part.md": "---\ntitle: 片段\n---\n片段的字",
		"content/silent/index.md": "---\ntitle: 無頭\nheadless: true\n---\n無頭的字",
		"content/top.md": "---\ntitle: 最上層\ndate: 2024-01-01\n---\n不在任何一區",
		"public/news/index.html": "---\ntitle: 輸出\n---\n",
		"themes/t/content/x.md": "---\ntitle: 佈景\ndate: 2024-01-01\n---\n",
		"archetypes/default.md": "+++\ndate = {{ .Date }}\n+++\n",
	});
	assert.deepEqual(told(found, "error"), []);
	assert.deepEqual(
		found.site.articles.map(({ title, slug, state }) => [title, slug, state]),
		[["標題在內文", "a", "published"]],
	);
	assert.deepEqual([...found.site.files.values()].map(({ width, height }) => [width, height]).sort(), [
		[2, 3],
		[4, 5],
	]);
	assert.deepEqual(
		found.site.pages.map(({ title, path, state }) => [title, path, state]),
		[
			["站", "home", "published"],
			["附頁", "news/2024/05/a/extra", "draft"],
			["共用", "shared", "draft"],
			["片段", "shared/part", "draft"],
			["無頭", "silent", "draft"],
			["最上層", "top", "published"],
		],
	);
});
