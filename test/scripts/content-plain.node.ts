import assert from "node:assert/strict";
import { test } from "node:test";
import { png, read, textOf, told } from "../support/sites.ts";

const dated = (title: string, more = "") => `---\ntitle: ${title}\ndate: 2024-05-01\n${more}---\n`;
const names = (found: ReturnType<typeof read>) => ({
	articles: found.site.articles.map(({ slug, title }) => [slug, title]),
	pages: found.site.pages.map(({ path, title }) => [path, title]),
});

test("Hexo: posts and drafts below source, asset folders, its own tags, front matter without its first line", () => {
	const found = read({
		"_config.yml":
			"title: 我的站\nurl: https://blog.example.tw\npermalink: :year/:month/:day/:title/\ntimezone: Asia/Tokyo\n",
		"source/_posts/2024/hello.md": `${dated("哈囉", "categories:\n  - [日記, 心情]\ntags: [一, 二]\nsticky: 5\n")}第一段<!-- more -->第二段\n\n{% asset_img a.png 一張圖 %}\n\n{% note warning %}\n小心\n{% endnote %}\n\n{% post_link world 下一篇 %} {% codeblock lang:js 標題 %}\nx < 1\n{% endcodeblock %}`,
		"source/_posts/2024/hello/a.png": png(3, 4),
		"source/_posts/world.md": "title: 世界\ndate: 2024-05-02 10:00\n---\n沒有第一行。[上一篇](/2024/05/01/hello/)",
		"source/_drafts/later.md": "---\ntitle: 以後\n---\n還沒寫完",
		"source/about/index.md": "---\ntitle: 關於\n---\n我",
		"themes/next/README.md": dated("佈景"),
		"scaffolds/post.md": "---\ntitle: {{ title }}\ndate: {{ date }}\n---\n",
		"public/index.html": "<html></html>",
	});
	assert.deepEqual(told(found, "error"), []);
	assert.deepEqual(names(found), {
		articles: [
			["later", "以後"],
			["hello", "哈囉"],
			["world", "世界"],
		],
		pages: [["about", "關於"]],
	});
	const hello = found.site.articles.find(({ slug }) => slug === "hello") ?? assert.fail();
	assert.deepEqual(
		[hello.isPinned, hello.categories, hello.excerpt, hello.publishedAt],
		[true, ["心情", "日記"], "第一段", Date.parse("2024-05-01T00:00+09:00")],
	);
	const [file] = [...found.site.files.keys()];
	assert.equal(
		hello.bodyMarkdown,
		`第一段<!-- more -->第二段\n\n![一張圖](/api/v1/attachments/${file}/a.png)\n\n小心\n\n[下一篇](/articles/world) \n\`\`\`js\nx < 1\n\`\`\``,
	);
	assert.equal(textOf(found, "world").bodyMarkdown, "沒有第一行。[上一篇](/articles/hello)");
	assert.equal(textOf(found, "later").state, "draft");
});

test("Eleventy: dates in names, data of a folder, Liquid in bodies", () => {
	const found = read({
		"eleventy.config.js": "export default {}",
		"package.json": "{}",
		"content/blog/blog.json": '{"tags": ["posts"], "author": "編輯"}',
		"content/blog/2024-05-01-first.md": "---\ntitle: 第一\n---\n{% if x %}看得到{% endif %} {{ title }}",
		"content/blog/second.md": `${dated("第二", "tags: [a, b]\n")}字`,
		"content/about.md": "---\ntitle: 關於\n---\n我",
		"content/index.njk": "---\n---\n{% for x in y %}{% endfor %}",
		"_includes/layout.md": dated("樣板"),
		"_site/blog/index.html": "<p>輸出</p>",
		"README.md": "# 專案",
	});
	assert.deepEqual(names(found), {
		articles: [
			["first", "第一"],
			["second", "第二"],
		],
		pages: [["about", "關於"]],
	});
	assert.deepEqual(
		found.site.articles.map(({ tags, authorName, bodyMarkdown }) => [tags, authorName, bodyMarkdown]),
		[
			[["posts"], "編輯", "看得到 {{ title }}"],
			[["a", "b"], "編輯", "字"],
		],
	);
});

test("Astro: collections, MDX, pictures beside the text and in public", () => {
	const found = read({
		"astro.config.mjs": "",
		"package.json": "{}",
		"src/content/blog/first-post.mdx":
			"---\ntitle: 'First'\npubDate: 'Jul 08 2022'\nupdatedDate: 2022-08-01\nheroImage: '/hero.png'\ndescription: 說明\n---\nimport Card from './Card.astro';\n\nexport const x = 1;\n\n<Card title=\"看\">內容</Card>\n\nimport duty is text.\n\n![](./in.png)",
		"src/content/blog/in.png": png(5, 5),
		"public/hero.png": png(9, 9),
		"src/content/docs/guide/index.md": "---\ntitle: Guide\n---\nx",
		"src/pages/about.md": "---\ntitle: About\n---\n[first](/blog/first-post/)",
		"src/components/readme.md": dated("no"),
		"node_modules/a/b.md": dated("no"),
		"index.html": "<div id=app></div>",
	});
	assert.deepEqual(names(found), {
		articles: [["first-post", "First"]],
		pages: [
			["docs/guide", "Guide"],
			["about", "About"],
		],
	});
	const [post] = found.site.articles;
	const named = (name: string) => [...found.site.files.values()].find(({ filename }) => filename === name)?.id;
	assert.deepEqual(
		[post?.publishedAt, post?.updatedAt, post?.cover, post?.excerpt, post?.bodyMarkdown],
		[
			Date.parse("2022-07-08T00:00+08:00"),
			Date.parse("2022-08-01T00:00+08:00"),
			{ id: named("hero.png"), alt: "" },
			"說明",
			`<Card title="看">內容</Card>\n\nimport duty is text.\n\n![](/api/v1/attachments/${named("in.png")}/in.png)`,
		],
	);
	assert.equal(textOf(found, "about").bodyMarkdown, "[first](/articles/first-post)");
});

test("a folder of HTML without front matter: its titles, its bodies, its links", () => {
	const found = read({
		"index.html":
			"<!doctype html><html><head><title>協會</title><style>p{}</style></head><body><p>歡迎</p>\n\n    <a href=about/team.html>團隊</a></body></html>",
		"about/team.html": "<h1>我們的 <em>團隊</em></h1><p>十個人<pre>一\n\n二</pre>",
		"notes/2024-05-01.md": "只有日期的一篇",
	});
	assert.deepEqual(names(found), {
		articles: [["只有日期的一篇", "只有日期的一篇"]].map(() => ["2024-05-01", "2024 05 01"]),
		pages: [
			["about/team", "我們的 團隊"],
			["home", "協會"],
		],
	});
	assert.equal(textOf(found, "home").bodyMarkdown, '<p>歡迎</p>\n<a href="/about/team">團隊</a>');
	assert.equal(textOf(found, "team").bodyMarkdown, "<h1>我們的 <em>團隊</em></h1><p>十個人<pre>一&#10;&#10;二</pre>");
});

test("types: by --map, by front matter, by the name of a section, else the default", () => {
	const files = {
		"posts/a.md": dated("a"),
		"posts/b.md": dated("b", "type: research\n"),
		"events/c.md": dated("c"),
		"病友故事/d.md": dated("d"),
		"posts/e.md": dated("e", "categories: [訪談]\n"),
		"manual/f.md": dated("f"),
	};
	const types = (options: Parameters<typeof read>[1]) =>
		Object.fromEntries(read(files, options).site.articles.map(({ slug, type }) => [slug, type]));
	assert.deepEqual(types({}), { a: "news", b: "research", c: "event", d: "story", e: "news", f: "news" });
	assert.deepEqual(
		types({
			defaultType: "knowledge",
			map: new Map([
				["訪談", "media"],
				["events", "news"],
				["manual", "page"],
			]),
		}),
		{ a: "knowledge", b: "research", c: "news", d: "story", e: "media" },
	);
});

test("two names of one slug are two terms, unless they differ in case alone; a page's terms are kept too", () => {
	const found = read({
		"posts/a.md": dated("a", "categories: [UI/UX, UI UX]\ntags: [RAY, Ray, RAY+, 2019, '1.10']\n"),
		"p.md": "---\ntitle: p\ncategories: 頁面分類\n---\n",
	});
	assert.deepEqual(
		found.site.categories.map(({ slug, name }) => [slug, name]),
		[
			["ui-ux", "UI/UX"],
			["ui-ux-2", "UI UX"],
			["頁面分類", "頁面分類"],
		],
	);
	assert.deepEqual(
		found.site.tags.map(({ slug, name }) => [slug, name]),
		[
			["1-10", "1.10"],
			["2019", "2019"],
			["ray", "RAY"],
			["ray-2", "RAY+"],
		],
	);
});

test("a text of names is cut as its generator cuts it", () => {
	const post = dated("a", "tags: 一 二\ncategories: 甲, 乙 丙\n");
	const names = (files: Record<string, string>) => {
		const { tags, categories } = read(files).site;
		return [tags.map(({ name }) => name), categories.map(({ name }) => name)];
	};
	assert.deepEqual(names({ "_posts/2024-01-01-a.md": post }), [
		["一", "二"],
		["甲", "乙 丙"],
	]);
	assert.deepEqual(names({ "hugo.toml": "", "content/posts/a.md": post }), [
		["一", "二"],
		["甲", "乙 丙"],
	]);
	assert.deepEqual(names({ "source/_posts/a.md": post }), [["一 二"], ["甲", "乙 丙"]]);
});

test("an address decides where a page stands; a file and a folder of one name do not collide", () => {
	const found = read({
		"a.md": "---\ntitle: 甲\npermalink: /deep/er/\n---\n",
		"b.md": "---\ntitle: 乙\n---\n",
		"b/index.md": "---\ntitle: 乙的首頁\n---\n",
		"b/c.md": "---\ntitle: 丙\n---\n",
		"b/no-index/d.md": "---\ntitle: 丁\n---\n",
		"e/c.md": "---\ntitle: 另一個丙\n---\n",
	});
	assert.deepEqual(
		found.site.pages.map(({ title, path, slug, parentPath }) => [title, path, slug, parentPath]),
		[
			["甲", "deep/er", "er", null],
			["乙", "b", "b", null],
			["丙", "b/c", "c", "b"],
			["乙的首頁", "b-2", "b-2", null],
			["丁", "b/no-index/d", "d", "b"],
			["另一個丙", "e/c", "e-c", null],
		],
	);
});

test("a repository that keeps its site in a folder of its own, and sites known by little", () => {
	const post = "---\ntitle: 甲\n---\n字";
	const kinds = (files: Record<string, string>) => {
		const found = read(files, { siteName: null });
		return [found.kind, ...found.site.articles.map(({ slug }) => slug)];
	};
	assert.deepEqual(
		kinds({
			"README.md": "# 程式",
			"src/main.ts": "",
			"docs/_config.yml": "url: https://a.example.tw",
			"docs/_posts/2024-01-01-a.md": post,
		}),
		["jekyll", "a"],
	);
	assert.deepEqual(kinds({ "blog/_posts/2024-01-01-a.md": post }), ["jekyll", "a"]);
	assert.deepEqual(kinds({ "content/posts/_index.md": post, "content/posts/a.md": post }), ["hugo", "a"]);
	assert.deepEqual(kinds({ "config.toml": "title = 'x'", "content/posts/a.md": post }), ["hugo", "a"]);
	assert.deepEqual(kinds({ "source/_posts/a.md": post }), ["plain", "a"]);
	assert.deepEqual(kinds({ "a.md": "---\ndate: 2024-01-01\n---\n" }), ["plain", "a"]);
	assert.deepEqual(kinds({}), ["plain"]);
});

test("sources begin with the site's host, or the folder's name", () => {
	const source = (files: Record<string, string>) =>
		read(files, { siteName: null }).site.articles.map((article) => article.source);
	assert.deepEqual(source({ "_config.yml": "url: https://a.example.tw", "_posts/2024-01-01-a.md": "x" }), [
		"a.example.tw/_posts/2024-01-01-a.md",
	]);
	assert.deepEqual(source({ "_config.yml": "url: http://localhost:4000", "_posts/2024-01-01-a.md": "x" }), [
		"site/_posts/2024-01-01-a.md",
	]);
	assert.deepEqual(source({ "hugo.toml": "baseURL = 'https://b.example.tw/x/'", "content/posts/a.md": "x" }), [
		"b.example.tw/content/posts/a.md",
	]);
});
