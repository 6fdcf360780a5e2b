import { describe, expect, test } from "vitest";
import { leadOf, mapFiles, previewHtml, type Target } from "#domain/content/content/addresses.ts";
import { type CheckedText, checkText } from "#domain/content/content/checks.ts";
import { fileUrl } from "#domain/content/content/files.ts";
import { fineIn } from "#domain/content/content/fine.ts";
import { type Check, type Standing, targetName, targetsIn } from "#domain/content/content/known.ts";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { uploadMark } from "#domain/content/content/unsent.ts";
import { widthOf } from "#domain/content/content/width.ts";

const hosts = { base: "https://api.example.org", origin: "https://www.example.org" };
const FILE = { id: "a".repeat(26), filename: "海邊 (1).jpg" };
const GONE = { id: "b".repeat(26), filename: "gone.jpg" };

const stored: [Target, Standing][] = [
	[{ kind: "article", key: "公開" }, "published"],
	[{ kind: "article", key: "draft" }, "draft"],
	[{ kind: "article", key: "later" }, "scheduled"],
	[{ kind: "page", key: "about/team" }, "published"],
	[{ kind: "page", key: "old" }, "archived"],
	[{ kind: "document", key: "charter" }, "published"],
	[{ kind: "document", key: "minutes" }, "hidden"],
	[{ kind: "document", key: "thrown" }, "trashed"],
	[{ kind: "file", key: `${FILE.id}/${FILE.filename}` }, "stored"],
];
const known = { hosts, standings: new Map(stored.map(([target, standing]) => [targetName(target), standing])) };

const GOOD: CheckedText = {
	title: "冬季呼吸道照護",
	seoTitle: "",
	excerpt: "五個簡單的習慣。",
	seoDescription: "",
	body: "文",
	html: "<p>文</p>",
	cover: null,
};
const check = (markdown: string, more: Partial<CheckedText> = {}): Check[] =>
	checkText({ ...GOOD, body: markdown, html: renderMarkdown(markdown).html, ...more }, known);
const kinds = (markdown: string, more: Partial<CheckedText> = {}): string[] =>
	check(markdown, more).map(({ kind }) => kind);

test("a good text has nothing to look at", () => {
	const text = `看[公開](/articles/公開)、[團隊](/about/team/)、[章程](/documents/charter#p2)、[上方](#第一節)、[外站](https://example.com/x?y=1)、
[寫信](mailto:a@example.org)、[來電](tel:+886-2-1234-5678)、[首頁](/)、[列表](/articles?type=news)、[自家](https://www.example.org/about/team)、
[檔案](${fileUrl(FILE)})、[登入](https://api.example.org/login)

## 第一節

### 小節

## 第二節[^1]

![海邊的三個人在散步](${fileUrl(FILE)}) ![外站的圖](https://example.com/a.jpg)

[^1]: 註`;
	expect(check(text, { cover: { filename: "a.jpg", alt: "一杯熱水" } })).toEqual([]);
});

describe("links that lead nowhere", () => {
	test.each([
		["[x](/articles/nothing)", "link.missing"],
		["[x](/nothing)", "link.missing"],
		["[x](/documents/nothing)", "link.missing"],
		["[x](https://www.example.org/articles/nothing)", "link.missing"],
		[`[x](${fileUrl(GONE)})`, "link.missing"],
		[`[x](https://api.example.org${fileUrl(GONE)})`, "link.missing"],
		["[x](/articles/draft)", "link.not_public"],
		["[x](/articles/later)", "link.not_public"],
		["[x](/old)", "link.not_public"],
		["[x](/documents/minutes)", "link.not_public"],
		["[x](/documents/thrown/download)", "link.not_public"],
		["[x](#nowhere)", "link.fragment"],
		["[x](#)", "link.empty"],
		["[x]()", "link.empty"],
		["[x](javascript:alert(1))", "link.empty"],
		["[x](http://)", "link.malformed"],
		["[x](https:///)", "link.malformed"],
		["[x](https://https://example.org)", "link.malformed"],
		["[x](mailto:)", "link.malformed"],
		["[x](tel:)", "link.malformed"],
		["[x](/articles/%E5%8)", "link.malformed"],
		["[x](www.example.org/a)", "link.no_scheme"],
		["[x](about/team)", "link.relative"],
		["[x](page.html)", "link.relative"],
		["[x](/admin/articles/3)", "link.inside"],
		["[x](/preview/article/3?token=1)", "link.inside"],
		["[x](https://api.example.org/api/v1/preview/articles/3?token=1)", "link.inside"],
		["[x](https://api.example.org/admin)", "link.inside"],
	])("%s", (markdown, kind) => expect(kinds(markdown)).toEqual([kind]));

	test("a state is told, with the link's words and address", () => {
		expect(check("看[這篇](/articles/later)")).toEqual([
			{
				kind: "link.not_public",
				words: "連到的文章還在排程，發布之前讀者打不開。請先公開它，或移除連結。",
				excerpt: "這篇　/articles/later",
			},
		]);
		expect(check("看[這篇](/articles/沒有)")[0]?.excerpt).toBe("這篇　/articles/沒有");
	});
	test("a footnote and a heading's own id are there", () => {
		expect(kinds("[節](#own)\n\n## 節 {#own}\n\n註[^a]\n\n[^a]: 文")).toEqual([]);
	});
	test("another host that only begins like ours is not ours", () => {
		expect(kinds("[x](https://www.example.org.evil.example/articles/nothing)")).toEqual([]);
	});
	test("the same thing is told once, and fifty at most", () => {
		expect(kinds("[x](/a) [x](/a)")).toEqual(["link.missing"]);
		const many = check(Array.from({ length: 60 }, (_, n) => `[x](/a${n})`).join(" "));
		expect([many.length, many.at(-1)]).toEqual([51, { kind: "more", words: "還有 10 項，處理上面的之後會再列出。" }]);
	});
});

describe("pictures", () => {
	test.each([
		[`![](${fileUrl(FILE)})`, ["image.no_alt"]],
		[`![ ](${fileUrl(FILE)})`, ["image.no_alt"]],
		[`<img src="${fileUrl(FILE)}">`, ["image.no_alt"]],
		[`![海邊 (1).jpg](${fileUrl(FILE)})`, ["image.alt_is_name"]],
		[`![海邊 (1)](${fileUrl(FILE)})`, ["image.alt_is_name"]],
		[`![IMG_2041](${fileUrl(FILE)})`, ["image.alt_is_name"]],
		[`![截圖 2026-01-02](${fileUrl(FILE)})`, ["image.alt_is_name"]],
		[`![photo.png](${fileUrl(FILE)})`, ["image.alt_is_name"]],
		[`![散步的人](${fileUrl(FILE)})`, []],
		[`![散步的人](${fileUrl(GONE)})`, ["media.missing"]],
		["![散步的人](/images/a.jpg)", ["media.missing"]],
		["![散步的人](a.jpg)", ["media.missing"]],
		["![散步的人](https://)", ["media.missing"]],
		[`<video src="${fileUrl(GONE)}" controls></video>`, ["media.missing", "player.no_transcript"]],
		[`<video src="${fileUrl(FILE)}" controls></video>`, ["player.no_transcript"]],
		[`<video src="${fileUrl(FILE)}" controls></video>\n\n### 逐字稿\n\n大家好。`, ["heading.skipped"]],
		[`<video src="${fileUrl(FILE)}" controls></video>\n\n## 影片逐字稿\n\n大家好。`, []],
		['<iframe src="https://www.youtube.com/embed/abc"></iframe>', ["player.no_transcript"]],
	])("%s", (markdown, expected) => expect(kinds(markdown)).toEqual(expected));

	test("one that never arrived is told by its name, once", () => {
		const mark = uploadMark("散步 \\[1\\].jpg", 3);
		expect(check(`文\n\n${mark}\n\n${mark}`)).toEqual([
			{ kind: "image.unsent", words: expect.stringContaining("沒有上傳完成。"), excerpt: "散步 \\[1\\].jpg" },
		]);
		expect(kinds(`- 一 ${uploadMark("a.jpg", 1)}\n- ${uploadMark("b.jpg", 2)}`)).toEqual([
			"image.unsent",
			"image.unsent",
		]);
		expect(kinds(`![上傳中：a.jpg #1](${fileUrl(FILE)})`)).toEqual([]);
	});

	test("the cover too", () => {
		expect(kinds("文", { cover: { filename: "a.jpg", alt: "" } })).toEqual(["cover.no_alt"]);
		expect(kinds("文", { cover: { filename: "a.jpg", alt: "A" } })).toEqual(["cover.alt_is_name"]);
		expect(kinds("文", { cover: { filename: "a.jpg", alt: "窗邊的熱水" } })).toEqual([]);
	});
});

describe("headings", () => {
	test.each([
		["## 一\n\n#### 二", ["heading.skipped"]],
		["### 一", ["heading.skipped"]],
		["# 一", ["heading.first"]],
		["## 一\n\n### 二\n\n## 三", []],
		["## \n\n文", ["heading.empty"]],
		[`## ![標誌](${fileUrl(FILE)})`, []],
		["```\n# 不是標題\n```", []],
	])("%s", (markdown, expected) => expect(kinds(markdown)).toEqual(expected));

	test("says which level is missing", () => {
		expect(check("## 一\n\n#### 二")[0]).toEqual({
			kind: "heading.skipped",
			words: "這個標題是第 4 級，前面少了第 3 級。請改成第 3 級（###）。",
			excerpt: "二",
		});
	});
});

describe("what a search result shows", () => {
	const long = "長".repeat(31);
	test("30 Chinese characters fit, 60 letters too", () => {
		expect(kinds("文", { title: "長".repeat(30) })).toEqual([]);
		expect(kinds("文", { title: "a".repeat(60) })).toEqual([]);
		expect(kinds("文", { title: long })).toEqual(["title.long"]);
		expect(kinds("文", { title: "a".repeat(61) })).toEqual(["title.long"]);
	});
	test("the title for search engines counts instead", () => {
		expect(kinds("文", { title: long, seoTitle: "短" })).toEqual([]);
		expect(kinds("文", { title: "短", seoTitle: long })).toEqual(["title.long"]);
	});
	test("the description is there and not too long", () => {
		expect(kinds("文", { excerpt: " " })).toEqual(["description.missing"]);
		expect(kinds("文", { excerpt: "", seoDescription: "有" })).toEqual([]);
		expect(kinds("文", { excerpt: "長".repeat(90) })).toEqual([]);
		expect(kinds("文", { excerpt: "長".repeat(91) })).toEqual(["description.long"]);
		expect(kinds("文", { seoDescription: "長".repeat(80) })).toEqual([]);
		expect(kinds("文", { seoDescription: "長".repeat(81) })).toEqual(["description.long"]);
	});
	test("widths", () => {
		expect(["", "abc", "中文", "，。", "ｱ", "é", "e\u0301", "😀"].map(widthOf)).toEqual([0, 3, 4, 4, 1, 1, 1, 2]);
	});
});

test("the targets of a text are named once, in NFC, whatever host they were written with", () => {
	const { html } = renderMarkdown(
		`[a](/articles/caf\u0065\u0301) [a](https://www.example.org/articles/caf%C3%A9?x#y) [b](/about/team/) ![c](${fileUrl(FILE)})
[d](https://api.example.org/api/v1/documents/charter/download) [e](https://elsewhere.example/articles/x) [f](#x) [g](/)`,
	);
	expect(targetsIn(html, hosts)).toEqual([
		{ kind: "article", key: "caf\u00e9" },
		{ kind: "page", key: "about/team" },
		{ kind: "document", key: "charter" },
		{ kind: "file", key: `${FILE.id}/${FILE.filename}` },
	]);
	expect(leadOf("/a%", hosts)).toBe(undefined);
});

test("files and links of a preview lead where its reader may follow", () => {
	const file = ({ id, filename }: { id: string; filename: string }) =>
		`/files/${id[0]}/${encodeURIComponent(filename)}?token=1.a`;
	const { html } = renderMarkdown(
		`![圖](${fileUrl(FILE)}) [文](/articles/x) [檔](https://api.example.org${fileUrl(FILE)}) [節](#y)`,
	);
	expect(previewHtml(html, hosts, file)).toBe(
		'<p><img src="/files/a/%E6%B5%B7%E9%82%8A%20(1).jpg?token=1.a" alt="圖" loading="lazy"> ' +
			'<a target="_blank" rel="noopener" href="https://www.example.org/articles/x">文</a> ' +
			'<a target="_blank" rel="noopener" href="/files/a/%E6%B5%B7%E9%82%8A%20(1).jpg?token=1.a">檔</a> <a href="#y">節</a></p>',
	);
	expect(mapFiles(`https://elsewhere.example${fileUrl(FILE)}`, hosts.base, file)).toBe(
		`https://elsewhere.example${fileUrl(FILE)}`,
	);
});

test("a text of 500 KB with 20,000 links takes as many times as long as one of 2,000", () => {
	const msFor = (many: number): number => {
		const { html } = renderMarkdown(Array.from({ length: many }, (_, n) => `[連結](/articles/a${n})`).join("\n\n"));
		const start = performance.now();
		expect(targetsIn(html, hosts).length).toBe(many);
		expect(checkText({ ...GOOD, html }, known).length).toBe(51);
		return performance.now() - start;
	};
	msFor(2_000);
	// What grew with the square would take a hundred times as long.
	expect(msFor(20_000)).toBeLessThan(40 * Math.max(msFor(2_000), 1));
});

test("what needs no look is said of what is there, and of nothing else", () => {
	const fineOf = (markdown: string, more: Partial<CheckedText> = {}): string[] => {
		const text = { ...GOOD, html: renderMarkdown(markdown).html, ...more };
		return fineIn(text, checkText(text, known));
	};
	expect(fineOf("文")).toEqual(["摘要寫好了"]);
	expect(fineOf("文", { excerpt: "" })).toEqual([]);
	const all = `## 一\n\n![散步的人](${fileUrl(FILE)})\n\n[公開](/articles/公開)`;
	const cover = { filename: "a.jpg", alt: "窗邊" };
	expect(fineOf(all, { cover })).toEqual([
		"摘要寫好了",
		"2 張圖片都有替代文字",
		"1 個連結的網址都沒有問題",
		"標題層次正確",
	]);
	expect(fineOf(`### 一\n\n![](${fileUrl(FILE)})\n\n[沒有](/articles/none)`)).toEqual(["摘要寫好了"]);
});
