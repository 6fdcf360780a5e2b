import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { readWordPress, type WordPressOptions } from "../../scripts/content/wordpress/index.ts";
import { openDatabase, rows } from "../support/content-database.ts";
import { makeFolder, makeSite, NOW, png, textOf, told } from "../support/sites.ts";
import { wxr, wxrItem, wxrMeta, wxrTerm } from "../support/wxr.ts";

let data: Awaited<ReturnType<typeof openDatabase>>;
before(async () => {
	data = await openDatabase();
});
after(() => data.dispose());

function file(text: string): string {
	const path = join(mkdtempSync(join(tmpdir(), "wxr-")), "export.xml");
	writeFileSync(path, text);
	return path;
}

const read = (text: string, options: Partial<WordPressOptions> = {}) =>
	readWordPress(file(text), {
		now: NOW,
		defaultType: "news",
		map: new Map(),
		siteName: null,
		media: null,
		mediaBase: null,
		cache: makeFolder("cache"),
		report: () => undefined,
		...options,
	});

function run(args: string[]): Promise<{ code: number | null; out: string; err: string }> {
	const env = { ...process.env, DATA_DIR: data.folder, PORT: "9" };
	const child = spawn(process.execPath, ["scripts/content-import.ts", ...args], { env });
	const read = { out: "", err: "" };
	child.stdout.on("data", (chunk) => (read.out += chunk));
	child.stderr.on("data", (chunk) => (read.err += chunk));
	return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...read })));
}

const UPLOADS = "https://old.example.tw/wp-content/uploads";
const attachment = (id: number, path: string, more = "", parent = 0): string =>
	wxrItem({
		id,
		type: "attachment",
		status: "inherit",
		parent,
		more: `<wp:attachment_url><![CDATA[${UPLOADS}/${path}]]></wp:attachment_url>${more}`,
	});

const BLOCKS = `<!-- wp:paragraph -->
<p>第一段 <strong>粗</strong>，H<sub>2</sub>O</p>
<!-- /wp:paragraph -->

<!-- wp:heading -->
<h2 class="wp-block-heading">怎麼去</h2>
<!-- /wp:heading -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>甲</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>乙</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:image {"id":20,"sizeSlug":"large"} -->
<figure class="wp-block-image size-large"><img src="${UPLOADS}/2019/05/海-1024x683.jpg" alt="海邊" class="wp-image-20"/><figcaption class="wp-element-caption">秋天的海</figcaption></figure>
<!-- /wp:image -->

<!-- wp:gallery -->
<figure class="wp-block-gallery"><!-- wp:image -->
<figure class="wp-block-image"><img src="${UPLOADS}/2019/05/b.png" alt="乙"/></figure>
<!-- /wp:image --></figure>
<!-- /wp:gallery -->

<!-- wp:table -->
<figure class="wp-block-table"><table><tbody><tr><td>一</td><td>二</td></tr></tbody></table></figure>
<!-- /wp:table -->

<!-- wp:embed {"url":"https://www.youtube.com/watch?v=aqz-KE-bpKQ"} -->
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://www.youtube.com/watch?v=aqz-KE-bpKQ
</div></figure>
<!-- /wp:embed -->

<!-- wp:separator -->
<hr class="wp-block-separator"/>
<!-- /wp:separator -->

<!-- wp:quote -->
<blockquote class="wp-block-quote"><!-- wp:paragraph --><p>一起走</p><!-- /wp:paragraph --></blockquote>
<!-- /wp:quote -->

<!-- wp:columns -->
<div class="wp-block-columns"><div class="wp-block-column"><!-- wp:paragraph --><p>左 <a href="https://old.example.tw/?page_id=11">關於</a></p><!-- /wp:paragraph --></div><div class="wp-block-column"><p>右</p></div></div>
<!-- /wp:columns -->

<!-- wp:file -->
<div class="wp-block-file"><a href="${UPLOADS}/2019/05/form.pdf">報名表</a><a href="${UPLOADS}/2019/05/form.pdf" class="wp-block-file__button" download>下載</a></div>
<!-- /wp:file -->

<!-- wp:buttons -->
<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="https://old.example.tw/about/team/">團隊</a></div></div>
<!-- /wp:buttons -->

<!-- wp:latest-posts {"postsToShow":3} /-->`;

const CLASSIC = `第一行
第二行

[caption id="attachment_20" width="300"]<a href="${UPLOADS}/2019/05/海.jpg"><img src="${UPLOADS}/2019/05/海-300x200.jpg" alt="海" /></a> 圖說在此[/caption]

[gallery ids="21"]

[contact-form-7 id="3" title="聯絡"]

[vc_row][vc_column]欄裡的字[/vc_column][/vc_row]

https://youtu.be/aqz-KE-bpKQ`;

const EXPORT = wxr([
	wxrItem({
		id: 1,
		title: "秋日 &amp; 輕旅行",
		slug: "%e7%a7%8b%e6%97%a5",
		link: "https://old.example.tw/2019/05/%e7%a7%8b%e6%97%a5/",
		body: BLOCKS,
		more:
			wxrTerm("category", "uncategorized", "未分類") +
			wxrTerm("category", "activity", "活動") +
			wxrTerm("post_tag", "outing", "Outing") +
			wxrTerm("post_tag", "outing-2", "OUTING") +
			wxrMeta("_thumbnail_id", "20") +
			"<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content><![CDATA[讚]]></wp:comment_content></wp:comment>",
	}),
	wxrItem({
		id: 2,
		title: "舊編輯器",
		slug: "classic",
		link: "https://old.example.tw/2019/05/classic/",
		body: CLASSIC,
	}),
	wxrItem({ id: 3, title: "明年的", slug: "next", status: "future", date: "2027-01-01 08:00:00" }),
	wxrItem({ id: 4, title: "草稿", status: "draft", body: "還沒" }),
	wxrItem({ id: 5, title: "私人", slug: "private", status: "private" }),
	wxrItem({ id: 6, title: "丟掉的", slug: "gone", status: "trash" }),
	wxrItem({ id: 7, type: "nav_menu_item" }),
	wxrItem({
		id: 10,
		type: "page",
		title: "我們的團隊",
		slug: "team",
		parent: 11,
		link: "https://old.example.tw/about/team/",
		body: "十個人",
	}),
	wxrItem({ id: 11, type: "page", title: "關於", slug: "about", link: "https://old.example.tw/about/", body: "協會" }),
	attachment(20, "2019/05/海.jpg", wxrMeta("_wp_attachment_image_alt", "一片海")),
	attachment(21, "2019/05/b.png"),
	attachment(22, "2019/05/form.pdf"),
]);

const media = () =>
	makeSite({
		"2019/05/海.jpg": png(9, 6),
		"2019/05/海-1024x683.jpg": png(1, 1),
		"2019/05/b.png": png(2, 2),
		"2019/05/form.pdf": "%PDF-1.4",
	});

test("posts, pages, files, terms, dates and states; blocks and shortcodes as our editor keeps them", async () => {
	const found = await read(EXPORT, { media: media() });
	assert.deepEqual(told(found, "error"), []);
	const id = (name: string) => [...found.site.files.values()].find(({ filename }) => filename === name)?.id;
	const url = (name: string) => `/api/v1/attachments/${id(name)}/${encodeURIComponent(name)}`;
	assert.deepEqual(
		found.site.articles.map(({ slug, title, state, source }) => [slug, title, state, source]),
		[
			["秋日", "秋日 & 輕旅行", "published", "old.example.tw/post/1"],
			["classic", "舊編輯器", "published", "old.example.tw/post/2"],
			["next", "明年的", "scheduled", "old.example.tw/post/3"],
			["草稿", "草稿", "draft", "old.example.tw/post/4"],
			["private", "私人", "draft", "old.example.tw/post/5"],
		],
	);
	assert.deepEqual(
		found.site.pages.map(({ path, parentPath, title }) => [path, parentPath, title]),
		[
			["about/team", "about", "我們的團隊"],
			["about", null, "關於"],
		],
	);
	const [first, classic, next] = found.site.articles;
	assert.deepEqual(
		[first?.publishedAt, first?.updatedAt, first?.authorName, first?.categories, first?.tags, first?.cover],
		[
			Date.parse("2019-05-01T10:00+08:00"),
			Date.parse("2019-06-01T00:00Z"),
			"小美",
			["活動"],
			["outing"],
			{ id: id("海.jpg"), alt: "一片海" },
		],
	);
	assert.equal(next?.publishAt, Date.parse("2027-01-01T08:00+08:00"));
	assert.equal(
		first?.bodyMarkdown,
		`第一段 **粗**，H<sub>2</sub>O\n\n## 怎麼去\n\n- 甲\n- 乙\n\n<figure>\n\n![海邊](${url("海.jpg")})\n\n<figcaption>\n\n秋天的海\n\n</figcaption>\n</figure>\n\n![乙](${url("b.png")})\n\n<table><tbody><tr><td>一</td><td>二</td></tr></tbody></table>\n\n<iframe src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ" width="560" height="315" title="YouTube" allowfullscreen></iframe>\n\n---\n\n> 一起走\n\n左 [關於](/about)\n\n右\n\n[報名表](${url("form.pdf")})\n\n[團隊](/about/team)`,
	);
	assert.equal(
		classic?.bodyMarkdown,
		`第一行  \n第二行\n\n<figure>\n\n[![海](${url("海.jpg")})](${url("海.jpg")})\n\n<figcaption>\n\n圖說在此\n\n</figcaption>\n</figure>\n\n![](${url("b.png")})\n\n\\[contact-form-7 id="3" title="聯絡"\\]\n\n欄裡的字\n\n<iframe src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ" width="560" height="315" title="YouTube" allowfullscreen></iframe>`,
	);
	assert.deepEqual(
		told(found, "warning").map((line) => line.replace(/:\d+ /, ": ")),
		[
			"post/1: 「秋日 & 輕旅行」: block latest-posts is filled by WordPress: nothing of it is in the export",
			"post/2: 「舊編輯器」: shortcode [vc_row] is shown as its content",
			"post/2: 「舊編輯器」: shortcode [vc_column] is shown as its content",
			"post/2: 「舊編輯器」: shortcode [contact-form-7] is left as it stands",
			"export:null 1 in the trash: not imported",
			"export:null 1 of kind nav_menu_item (publish): not imported",
			"export:null 1 comments: not imported",
		],
	);
	assert.deepEqual(
		found.redirects.map(({ path }) => path),
		["/2019/05/秋日", "/2019/05/classic", "/about/team", "/about"],
	);
});

test("lines of preformatted text stay apart, and the pictures of an older gallery are no list", async () => {
	const old = (name: string, caption = "") =>
		`<li class="blocks-gallery-item"><figure><img src="${UPLOADS}/2019/05/${name}" alt="${name}"/>${caption}</figure></li>`;
	const body = `<!-- wp:verse -->
<pre class="wp-block-verse">山不轉<br>路轉<br/>路不轉</pre>
<!-- /wp:verse -->

<!-- wp:code -->
<pre class="wp-block-code"><code>a &lt; b<br>  c</code></pre>
<!-- /wp:code -->

<!-- wp:gallery {"ids":[20,21]} -->
<figure class="wp-block-gallery columns-2 is-cropped"><ul class="blocks-gallery-grid">${old("海.jpg", '<figcaption class="blocks-gallery-item__caption">海邊</figcaption>')}${old("b.png")}</ul></figure>
<!-- /wp:gallery -->`;
	const found = await read(wxr([wxrItem({ id: 1, title: "一", body })]));
	assert.equal(
		found.site.articles[0]?.bodyMarkdown,
		[
			"```\n山不轉\n路轉\n路不轉\n```",
			"```\na < b\n  c\n```",
			`<figure>\n\n![海.jpg](${UPLOADS}/2019/05/%E6%B5%B7.jpg)\n\n<figcaption>\n\n海邊\n\n</figcaption>\n</figure>`,
			`![b.png](${UPLOADS}/2019/05/b.png)`,
		].join("\n\n"),
	);
});

test("an export without a post or page is nothing that can be imported", async () => {
	const empty = wxr([attachment(20, "2019/05/海.jpg"), wxrItem({ id: 7, type: "nav_menu_item" })]);
	assert.equal((await read(empty)).isNothing, true);
	const { code, err } = await run([file(empty)]);
	assert.deepEqual([code, /holds no post and no page/.test(err)], [1, true]);
});

test("what is no export, no XML, or would expand entities, is an error with its line", async () => {
	const errors = async (text: string) => told(await read(text), "error");
	assert.deepEqual(await errors("<rss><channel></channel></rss>"), [
		"export.xml:null is no export of WordPress: it has no wp:wxr_version",
	]);
	assert.match((await errors(wxr(["<item><title>a</item>"])))[0] ?? "", /^export\.xml:\d+ is no well-formed XML/);
	const bomb = `<?xml version="1.0"?>\n<!DOCTYPE rss [<!ENTITY a "${"x".repeat(99)}"><!ENTITY b "&a;&a;">]>\n${wxr([]).slice(41)}`;
	assert.match((await errors(bomb))[0] ?? "", /has a DOCTYPE/);
	assert.equal(
		(await read(wxr([wxrItem({ id: 1, body: "控制\u000b字元" })]))).site.articles[0]?.bodyMarkdown,
		"控制字元",
	);
	assert.equal(
		textOf(await read(wxr([wxrItem({ id: 1, slug: "a", body: "a ]]> b" })])), "a").bodyMarkdown,
		"a \\]\\]> b",
	);
});

test("files are fetched once from the old site's address, after an error again; what is missing is told", async () => {
	const asked: string[] = [];
	const server = createServer((request, answer) => {
		const path = decodeURIComponent(request.url ?? "");
		asked.push(path);
		if (path.endsWith("b.png") && asked.filter((one) => one === path).length === 1) answer.writeHead(503).end();
		else if (path.endsWith("form.pdf")) answer.writeHead(404).end();
		else answer.end(png(9, 6));
	});
	await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
	const address = server.address();
	const mediaBase = `http://localhost:${typeof address === "object" && address ? address.port : 0}/`;
	const cache = makeFolder("cache");
	try {
		const found = await read(EXPORT, { mediaBase, cache });
		assert.deepEqual([...found.site.files.values()].map(({ filename }) => filename).sort(), ["b.png", "海.jpg"]);
		assert.deepEqual(
			told(found, "warning").filter((line) => line.includes("fetched")),
			["wp-content/uploads/2019/05/form.pdf:null could not be fetched: the site answered 404"],
		);
		const first = asked.length;
		assert.equal(first, 4);
		await read(EXPORT, { mediaBase, cache });
		assert.equal(asked.length, first + 1);
	} finally {
		server.close();
	}
});

test("the command: permalinks become redirects, a second run changes nothing, edits here are kept", async () => {
	const path = file(EXPORT);
	const folder = media();
	const first = await run([path, "--media", folder]);
	assert.deepEqual(
		[first.code, first.err, first.out.trim().split("\n").slice(-4)],
		[
			0,
			"",
			[
				"5 articles, 1 category, 1 tag, 2 pages, 3 files",
				"3 of them are not published (drafts, scheduled, archived)",
				"redirects from old addresses 2",
				"created 7, updated 0, unchanged 0, kept 0",
			],
		],
	);
	const redirects = () =>
		rows(data.env.DB, "SELECT path, target, is_open, is_covered FROM redirects_now ORDER BY path");
	const made = [
		{ path: "/2019/05/classic", target: "/articles/classic", is_open: 1, is_covered: 0 },
		{ path: "/2019/05/秋日", target: "/articles/秋日", is_open: 1, is_covered: 0 },
	];
	assert.deepEqual(await redirects(), made);
	const second = await run([path, "--media", folder]);
	assert.equal(second.out.trim().split("\n").at(-1), "created 0, updated 0, unchanged 7, kept 0");
	assert.deepEqual(await redirects(), made);
	await data.env.DB.prepare("UPDATE articles SET title = '改過', version = version + 1 WHERE slug = 'classic'").run();
	const third = await run([file(EXPORT.replace("還沒", "寫好了")), "--media", folder]);
	assert.equal(third.out.trim().split("\n").at(-1), "created 0, updated 1, unchanged 5, kept 1");
	assert.equal(existsSync(join(data.folder, "report", "content-import.json")), true);
	const wrong = await run([makeFolder("x"), "--media", folder]);
	assert.deepEqual(
		[wrong.code, wrong.err.split("\n")[0]],
		[2, "--media and --media-base go with an export of WordPress."],
	);
});
