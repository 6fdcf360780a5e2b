import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import iconv from "iconv-lite";
import { makeFolder, makeSite, png, read, textOf, told } from "../support/sites.ts";

const good = "---\ntitle: 好的\n---\n好";
/** The errors of a site with one good post and one file. */
const errorsOf = (content: string | Uint8Array, path = "_posts/2024-01-02-bad.md") => {
	const found = read({ "_config.yml": "", "_posts/2024-01-01-good.md": good, [path]: content });
	assert.deepEqual(
		found.site.articles.map(({ slug }) => slug),
		["good"],
	);
	return told(found, "error");
};

test("front matter that is not closed", () => {
	assert.deepEqual(errorsOf("---\ntitle: 沒關\n內文"), [
		"_posts/2024-01-02-bad.md:1 front matter is not closed: no line --- after the first one",
	]);
	assert.deepEqual(errorsOf("+++\ntitle = '沒關'\n"), [
		"_posts/2024-01-02-bad.md:1 front matter is not closed: no line +++ after the first one",
	]);
	assert.deepEqual(errorsOf('{"title": "沒關"\n'), [
		"_posts/2024-01-02-bad.md:1 front matter is not closed: no } for the first {",
	]);
});

test("YAML, TOML and JSON that cannot be read, with the line in the file", () => {
	assert.deepEqual(errorsOf("---\nlayout: post\ntitle: 標題: 副標題\n---\n"), [
		"_posts/2024-01-02-bad.md:3 YAML: Nested mappings are not allowed in compact mappings (a value with a colon and a space needs quotes)",
	]);
	assert.deepEqual(errorsOf("---\r\na: 1\r\nb: 2\r\ntags: [甲, 乙\r\n---\r\n"), [
		"_posts/2024-01-02-bad.md:5 YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
	]);
	assert.deepEqual(errorsOf("---\na: *missing\n---\n"), [
		"_posts/2024-01-02-bad.md:2 YAML: Unresolved alias (the anchor must be set before the alias): missing",
	]);
	assert.deepEqual(errorsOf("---\n- 一\n- 二\n---\n"), [
		"_posts/2024-01-02-bad.md:2 front matter is not a list of `key: value` lines",
	]);
	assert.deepEqual(errorsOf("+++\ntitle = 'a'\ndate = \n+++\n"), ["_posts/2024-01-02-bad.md:3 TOML: invalid value"]);
	assert.match(errorsOf('{\n"title": "a",,\n}\n')[0] ?? "", /^_posts\/2024-01-02-bad\.md:2 JSON: /);
});

test("dates that are none, with line and value", () => {
	assert.deepEqual(errorsOf("---\ntitle: a\ndate: 2024-02-30\n---\n"), [
		"_posts/2024-01-02-bad.md:3 `date: 2024-02-30` is not a date",
	]);
	assert.deepEqual(errorsOf("---\ntitle: a\nlast_modified_at: 昨天\n---\n"), [
		"_posts/2024-01-02-bad.md:3 `last_modified_at: 昨天` is not a date",
	]);
	assert.deepEqual(errorsOf("---\ntitle: a\n---\n", "_posts/2024-13-45-bad.md"), [
		"_posts/2024-13-45-bad.md:1 the file's name begins with 2024-13-45, which is not a date",
	]);
});

test("a broken configuration is an error too: dates and addresses would come out wrong", () => {
	const found = read({ "_config.yml": "title: a\nurl: [\n", "_posts/2024-01-01-a.md": good });
	assert.match(told(found, "error").join(), /^_config\.yml:3 YAML: /);
});

test("two posts with one slug: numbered with a warning, an error only where they had one address", () => {
	const post = (more: string) => `---\ntitle: a\n${more}---\n字`;
	const found = read({ "_posts/2024-01-01-same.md": post(""), "_posts/2024-01-02-same.md": post("") });
	assert.deepEqual(
		found.site.articles.map(({ slug, source }) => [slug, source]),
		[
			["same", "x/_posts/2024-01-01-same.md"],
			["same-2", "x/_posts/2024-01-02-same.md"],
		],
	);
	assert.deepEqual(told(found, "warning"), [
		"_posts/2024-01-02-same.md:null slug same is that of _posts/2024-01-01-same.md: becomes same-2",
	]);
	const stated = read({
		"_config.yml": "permalink: /:title/",
		"_posts/2024-01-01-a.md": post("slug: s\n"),
		"_posts/2024-01-02-b.md": post("slug: s\n"),
	});
	assert.deepEqual(told(stated, "error"), [
		"_posts/2024-01-02-b.md:3 slug s is also that of _posts/2024-01-01-a.md, and so is its address",
	]);
	assert.equal(stated.site.articles.length, 1);
});

test("a byte order mark, CRLF, NUL, UTF-16", () => {
	const found = read({
		"_config.yml": "",
		"_posts/2024-01-01-a.md": "\ufeff---\r\ntitle: 甲\r\n---\r\n一\r\n二\r\n",
		"_posts/2024-01-02-b.md": "---\ntitle: 乙\n---\na\0b",
		"_posts/2024-01-03-c.md": Buffer.from("\ufeff---\ntitle: 丙\n---\n三", "utf16le"),
	});
	assert.deepEqual(
		found.site.articles.map(({ title, bodyMarkdown }) => [title, bodyMarkdown]),
		[
			["甲", "一\n二"],
			["乙", "a\ufffdb"],
			["丙", "三"],
		],
	);
	assert.deepEqual(told(found, "warning"), [
		"_posts/2024-01-02-b.md:null holds NUL characters: shown as \ufffd",
		"_posts/2024-01-03-c.md:null read as UTF-16",
	]);
});

test("Big5 is read and told; bytes that are neither name their line", () => {
	const found = read({
		"_posts/2024-01-01-a.md": iconv.encode("---\ntitle: 許功蓋的標題\n---\n臺灣的罕病病友，電話 02。", "big5"),
	});
	assert.deepEqual(
		found.site.articles.map(({ title, bodyMarkdown }) => [title, bodyMarkdown]),
		[["許功蓋的標題", "臺灣的罕病病友，電話 02。"]],
	);
	assert.deepEqual(told(found, "warning"), ["_posts/2024-01-01-a.md:null read as Big5"]);
	const bytes = Buffer.concat([Buffer.from("---\ntitle: a\n---\n好\n"), Buffer.from([0xff, 0xfe, 0x80, 0x0a])]);
	assert.deepEqual(errorsOf(bytes), ["_posts/2024-01-02-bad.md:5 is neither UTF-8 nor Big5: save it as UTF-8"]);
});

test("a text of 5 MB says the limit", () => {
	assert.deepEqual(errorsOf(`---\ntitle: 長\n---\n${"字".repeat(1_700_000)}`), [
		"_posts/2024-01-02-bad.md:1 the text has 5100 KB: at most 500 KB fit, divide it",
	]);
	const fits = read({ "_posts/2024-01-01-a.md": `---\ntitle: 長\n---\n${"字".repeat(166_000)}` });
	assert.deepEqual(told(fits, "error"), []);
});

test("a picture that is not there, one with spaces and Chinese, one inside the text", () => {
	const found = read({
		"_posts/2024-01-01-a.md": `---\ntitle: a\nimage: /assets/gone.png\n---\n![](/assets/gone.png)\n![](</assets/圖 片 (1).png>) ![](../assets/圖%20片%20(1).png)\n\n![內嵌](data:image/png;base64,${Buffer.from(png(2, 2)).toString("base64")})`,
		"assets/圖 片 (1).png": png(7, 8),
	});
	assert.deepEqual(told(found, "warning"), [
		"_posts/2024-01-01-a.md:3 cover /assets/gone.png is not in the site: no cover",
		"_posts/2024-01-01-a.md:5 image /assets/gone.png is not in the site: left as it is",
	]);
	const ids = Object.fromEntries([...found.site.files.values()].map(({ filename, id }) => [filename, id]));
	const url = `/api/v1/attachments/${ids["圖 片 (1).png"]}/%E5%9C%96%20%E7%89%87%20%281%29.png`;
	assert.equal(
		textOf(found, "a").bodyMarkdown,
		`![](/assets/gone.png)\n![](${url}) ![](${url})\n\n![內嵌](/api/v1/attachments/${ids["image.png"]}/image.png)`,
	);
});

test("what could run in a browser is kept as a download", () => {
	const found = read({
		"_posts/2024-01-01-a.md": "---\ntitle: a\n---\n![圖](/a.svg) [頁](/b.html)",
		"a.svg": "<svg onload='x()'/>",
		"b.html": "<script>x()</script>",
		"_config.yml": "",
	});
	assert.deepEqual([...found.site.files.values()].map(({ filename, contentType }) => [filename, contentType]).sort(), [
		["a.svg", "application/octet-stream"],
		["b.html", "application/octet-stream"],
	]);
	assert.deepEqual(told(found, "warning"), [
		"a.svg:null could run in a browser: kept as a download, not shown in texts",
		"b.html:null could run in a browser: kept as a download, not shown in texts",
	]);
});

test("symbolic links: never out of the folder, never round in circles", () => {
	const secret = makeFolder("outside");
	writeFileSync(join(secret, "secret.md"), "---\ntitle: 祕密\ndate: 2024-01-01\n---\n");
	writeFileSync(join(secret, "secret.png"), png(1, 1));
	const folder = makeSite({
		"_posts/2024-01-01-a.md": "---\ntitle: a\n---\n![](/out.png) ![](/in.png)",
		"real.png": png(3, 3),
	});
	symlinkSync(secret, join(folder, "_posts", "out"));
	symlinkSync(join(secret, "secret.md"), join(folder, "_posts", "2024-01-02-secret.md"));
	symlinkSync(join(secret, "secret.png"), join(folder, "out.png"));
	symlinkSync("real.png", join(folder, "in.png"));
	symlinkSync("..", join(folder, "_posts", "up"));
	symlinkSync("nothing", join(folder, "broken.md"));
	const found = read(folder);
	assert.deepEqual(
		found.site.articles.map(({ title }) => title),
		["a"],
	);
	assert.deepEqual(
		[...found.site.files.values()].map(({ filename }) => filename),
		["in.png"],
	);
	assert.deepEqual(told(found, "warning"), [
		"_posts/2024-01-01-a.md:4 image /out.png is not in the site: left as it is",
		"_posts/2024-01-02-secret.md:null symbolic link out of the folder: not followed",
		"_posts/out:null symbolic link out of the folder: not followed",
		"_posts/up:null symbolic link to a folder above it: not followed",
		"broken.md:null symbolic link to nothing: not followed",
		"out.png:null symbolic link out of the folder: not followed",
	]);
});

test("pages that link and redirect to each other in a circle", () => {
	const found = read({
		"a.md": "---\ntitle: a\naliases: [/b/]\n---\n[b](b.md)",
		"b.md": "---\ntitle: b\naliases: [/a/, /c/]\n---\n[a](a.md)",
		"b/b/b.md": "---\ntitle: bbb\n---\n[上](../../b.md)",
	});
	assert.deepEqual(
		found.site.pages.map(({ path, parentPath, aliases, bodyMarkdown }) => [path, parentPath, aliases, bodyMarkdown]),
		[
			["a", null, [], "[b](/b)"],
			["b", null, ["c"], "[a](/a)"],
			["b/b/b", "b", [], "[上](/b)"],
		],
	);
	assert.deepEqual(told(found, "warning"), [
		"a.md:null alias b belongs to another text: left out",
		"b.md:null alias a belongs to another text: left out",
	]);
});

test("our own format: what it names must be there, and no two texts are one", () => {
	const own = (files: Record<string, string>) =>
		told(
			read({
				"site.yaml": "format: 1\ncategories: []\ntags: []\n",
				"articles/a.md": "---\ntitle: 甲\n---\n",
				...files,
			}),
			"error",
		);
	assert.deepEqual(own({ "articles/b.md": "---\ntitle: 乙\ncover: {file: ../files/no.png}\n---\n" }), [
		"articles/b.md:3 `cover` names a file that is not there: ../files/no.png",
	]);
	assert.deepEqual(own({ "articles/b.md": "---\ntitle: 乙\nslug: a\n---\n" }), [
		"articles/b.md:1 slug a is also that of articles/a.md",
	]);
	assert.deepEqual(own({ "articles/b.md": "---\nslug: b\n---\n" }), ["articles/b.md:1 `title` is missing"]);
	assert.deepEqual(own({ "articles/b.md": "沒有" }), ["articles/b.md:1 has no front matter"]);
	assert.deepEqual(own({ "articles/b.md": "---\ntitle: 乙\nstate: 發布\n---\n" }), [
		"articles/b.md:3 `state` is none of published, draft, scheduled, archived, trashed: 發布",
	]);
	assert.deepEqual(own({ "articles/b.md": "---\ntitle: 乙\nstate: scheduled\n---\n" }), [
		"articles/b.md:1 `publish_at` is missing: a scheduled text needs it",
	]);
	assert.deepEqual(own({ "articles/b.md": "---\ntitle: 乙\ndate: 明天\n---\n" }), [
		"articles/b.md:3 `date` is not a date: 明天",
	]);
	assert.deepEqual(own({ "articles/b.md": "---\ntitle: 乙\nslug: a b\n---\n" }), [
		"articles/b.md:3 `slug` is no part of an address: a b",
	]);
	const ofPermission = (readers: string) =>
		own({ "documents/d.md": `---\ntitle: 丁\n${readers}\nfile: ../files/d.pdf\n---\n`, "files/d.pdf": "%PDF" });
	assert.deepEqual(ofPermission("visibility: members\npermission: ledger.view"), [
		"documents/d.md:4 `permission` stands only beside `visibility: restricted`",
	]);
	for (const code of ["secretary", "member.own"])
		assert.deepEqual(ofPermission(`visibility: restricted\npermission: ${code}`), [
			`documents/d.md:4 \`permission\` is none that a document may ask for: ${code}`,
		]);
	assert.deepEqual(
		own({ "announcements/b.md": "---\ntitle: 乙\npublish_from: 2024-01-02\npublish_until: 2024-01-01\n---\n" }),
		["announcements/b.md:4 `publish_until` is not after `publish_from`"],
	);
	assert.deepEqual(own({ "site.yaml": "format: 1\ncategories: [{slug: a, name: 甲}, {slug: b, name: 甲}]\n" }), [
		"site.yaml:null a category or tag needs a slug and a name of its own: b, 甲",
	]);
	assert.deepEqual(told(read({ "site.yaml": "format: 2\n", "articles/a.md": good }), "error"), [
		"site.yaml:1 `format: 1` is the only format known",
	]);
});
