import assert from "node:assert/strict";
import { test } from "node:test";
import { fileUrl } from "#domain/content/content/files.ts";
import { read, textOf, told } from "../support/sites.ts";

const site = read("test/fixtures/sites/jekyll-zh", { siteName: null });
const article = (slug: string) => site.site.articles.find((one) => one.slug === slug) ?? assert.fail(slug);

test("every post and draft is one article, every page with front matter one page", () => {
	assert.equal(site.kind, "jekyll");
	assert.deepEqual(
		site.site.articles.map(({ slug, state, source }) => [slug, state, source]),
		[
			["下一期", "draft", "trees.example.tw/_drafts/下一期.md"],
			["winter", "published", "trees.example.tw/_posts/2024/2024-01-15-winter.markdown"],
			["春天的復健班", "published", "trees.example.tw/_posts/2024/2024-03-01-春天的復健班.md"],
			["kaohsiung", "published", "trees.example.tw/活動/_posts/2025-05-05-kaohsiung.md"],
		],
	);
	assert.deepEqual(
		site.site.pages.map(({ path, state, parentPath }) => [path, state, parentPath]),
		[
			["faq/fee", "draft", null],
			["projects/helmet", "published", null],
			["about", "published", null],
			["docs/guide", "published", null],
			["home", "published", null],
		],
	);
});

test("categories and tags as Jekyll reads them, names kept", () => {
	const names = (slug: string) => {
		const { categories, tags } = article(slug);
		const name = (terms: typeof site.site.tags, one: string) => terms.find((term) => term.slug === one)?.name;
		return [categories.map((one) => name(site.site.categories, one)), tags.map((one) => name(site.site.tags, one))];
	};
	assert.deepEqual(names("春天的復健班"), [
		["復健", "活動訊息"],
		["UI/UX", "剛確診", "復健運動"],
	]);
	assert.deepEqual(names("winter"), [["活動 紀錄"], ["一個 標籤"]]);
	assert.deepEqual(names("kaohsiung"), [["活動"], []]);
});

test("dates, authors, defaults, cover, excerpt, redirects", () => {
	const spring = article("春天的復健班");
	const [cover] = [...site.site.files.values()].filter(({ filename }) => filename === "班級 合照.png");
	assert.deepEqual(
		{ ...spring, bodyMarkdown: "" },
		{
			source: "trees.example.tw/_posts/2024/2024-03-01-春天的復健班.md",
			slug: "春天的復健班",
			title: "春天的復健班：開始報名",
			type: "news",
			state: "published",
			publishedAt: Date.parse("2024-03-01T00:00:00+08:00"),
			publishAt: null,
			unpublishAt: null,
			updatedAt: null,
			aliases: ["spring", "spring-class"],
			excerpt: "每週三下午，十個名額。",
			bodyMarkdown: "",
			seo: { title: null, description: null, image: null, canonicalUrl: null, noindex: false },
			attachments: [],
			authorName: "林小樹",
			isPinned: false,
			pinnedUntil: null,
			cover: { id: cover?.id, alt: "教室裡的合照" },
			categories: ["復健", "活動訊息"],
			tags: ["ui-ux", "剛確診", "復健運動"],
		},
	);
	assert.deepEqual([cover?.width, cover?.height, cover?.contentType], [40, 30, "image/png"]);
	assert.equal(article("winter").updatedAt, Date.parse("2024-02-01T00:00:00+08:00"));
	assert.equal(article("kaohsiung").authorName, "編輯小組");
	assert.equal(article("kaohsiung").type, "event");
});

test("a body with Liquid and kramdown in it", () => {
	const [cover] = [...site.site.files.values()].filter(({ filename }) => filename === "班級 合照.png");
	assert.equal(
		article("春天的復健班").bodyMarkdown,
		[
			"## 上課時間 {#when}",
			"",
			"每週三下午兩點。請看[去年的紀錄](/articles/winter)，或[舊網址](/about)。",
			"",
			`![合照](${cover && fileUrl(cover)})`,
			"",
			"```js",
			"const price = a < b ? `{{ raw }}` : 1;",
			"```",
			"",
			"聯絡人：lin（小樹病友會）。程式裡的 `{{ page.title }}` 不變。",
			"",
			'<div class="note">',
			"",
			"**注意：**請帶健保卡。",
			"</div>",
			"",
			"表格[^1]如下：",
			"",
			"| 項目 | 金額 |",
			"|------|------|",
			"| 會員 | 100 元 |",
			"| 眷屬 | 150 元 | 另計 |",
			"",
			"[^1]: 金額含**保險**。",
		].join("\n"),
	);
	assert.equal(article("kaohsiung").bodyMarkdown, "在**「高雄」**上課。\n\n第二段。");
	assert.equal(textOf(site, "about").bodyMarkdown, "我們從 2019 年開始。[春天的課](/articles/春天的復健班#when)");
});

test("an HTML page keeps its text, as one block of HTML", () => {
	assert.equal(
		textOf(site, "home").bodyMarkdown,
		'<ul>\n<li><a href="{{ post.url }}">{{ post.title }}</a></li>\n</ul>\n<p>歡迎</p>\n<p>縮排的段落不是程式碼</p>',
	);
});

test("what could not be carried over is told with its line", () => {
	assert.deepEqual(told(site, "error"), []);
	assert.deepEqual(told(site, "warning"), [
		"_faq/fee.md:null collection faq has no output: imported as a draft",
		"_posts/2024/2024-01-15-winter.markdown:9 link /assets/missing.jpg is not in the site: left as it is",
		"_posts/2024/2024-01-15-winter.markdown:15 template tag {% unknown_tag %} is left as text",
		"index.html:6 template tag {% for %} is left out: what stands inside is kept",
		"index.html:7 template value {{ post.url }} is left as text",
		"index.html:7 template value {{ post.title }} is left as text",
	]);
});

test("a post needs a date, a name of another kind does not hide it", () => {
	const found = read({
		"_posts/2024-01-01-a.md": "---\ntitle: 甲\n---\n一",
		"_posts/2024-1-2-b.html": "---\ntitle: 乙\n---\n<p>二</p>\n\n    <p>三</p>",
		"_posts/no-date.md": "---\ntitle: 丙\n---\n四",
		"_posts/dated-inside.md": "---\ntitle: 丁\ndate: 2024-01-03\n---\n五",
		"sub/folder/_posts/2024-01-04-e.md": "沒有開頭資料的一篇",
		"_posts/2024-01-05-f.markdown": "---\npublished: false\n---\n# 己 的標題\n六",
	});
	assert.deepEqual(
		found.site.articles.map(({ title, state, categories, bodyMarkdown }) => [title, state, categories, bodyMarkdown]),
		[
			["甲", "published", [], "一"],
			["己 的標題", "draft", [], "# 己 的標題\n六"],
			["乙", "published", [], "<p>二</p>\n<p>三</p>"],
			["丁", "published", [], "五"],
			["丙", "draft", [], "四"],
			["e", "published", ["folder", "sub"], "沒有開頭資料的一篇"],
		],
	);
	assert.deepEqual(told(found, "warning"), [
		"_posts/no-date.md:null a post without a date: Jekyll leaves it out: imported as a draft",
	]);
});

test("what lies in Jekyll's own folders, or is excluded, is no text of the site", () => {
	const page = "---\ntitle: x\n---\nx";
	const found = read({
		"_config.yml": "exclude: [secret/, '*.tmp.md']\ntitle: 站",
		"_layouts/post.html": page,
		"_includes/a.html": page,
		"_site/index.html": page,
		"vendor/gem/readme.md": page,
		"node_modules/x/y.md": page,
		"secret/a.md": page,
		"b.tmp.md": page,
		"feed.xml": "---\n---\n<xml/>",
		"plain.html": "<p>沒有開頭資料</p>",
		"README.md": "# 說明",
		"404.html": "---\n---\n<p>找不到</p>",
		"index.md": "---\n---\n首頁",
	});
	assert.deepEqual(
		found.site.pages.map(({ path, title, state }) => [path, title, state]),
		[
			["404", "404", "draft"],
			["home", "站", "published"],
		],
	);
});
