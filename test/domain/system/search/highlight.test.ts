import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { highlight, piecesOf } from "#domain/system/search/highlight.ts";
import { fold, matchQuery, normal, queryParts } from "#kernel/tokens.ts";

const inTitle = (title: string, search: string) => highlight({ title, excerpt: "", body: "" }, search).title;
const inExcerpt = (excerpt: string, body: string, search: string) =>
	highlight({ title: "", excerpt, body }, search).excerpt;

describe("matches are marked where they stand", () => {
	test.each([
		["罕見疾病協會", "疾病", "罕見<mark>疾病</mark>協會"],
		["病友與病友家屬", "病友", "<mark>病友</mark>與<mark>病友</mark>家屬"],
		["病友協會", "病友 協會", "<mark>病友協會</mark>"],
		["病友的協會", "友的 病友", "<mark>病友的</mark>協會"],
		["臺北市", "台北", "<mark>臺北</mark>市"],
		["COVID-19 疫苗", "covid", "<mark>COVID</mark>-19 疫苗"],
		["COVID-19 疫苗", "Covid–19", "<mark>COVID-19</mark> 疫苗"],
		["第 19 型與 9 型", "9", "第 19 型與 <mark>9</mark> 型"],
		["A、型與A型", "A型", "A、型與<mark>A型</mark>"],
		["A 型", "a、型", "<mark>A 型</mark>"],
		["友\n協", "友協", "友\n協"],
		["別的", "病友", "別的"],
		["別的", "!?", "別的"],
		["民國 116 年的活動", "116年", "民國 <mark>116 年</mark>的活動"],
		["民國 116 年的活動", "民國116年", "<mark>民國 116 年</mark>的活動"],
		["民國116年的活動", "116 年", "民國<mark>116年</mark>的活動"],
		["C 與 C++ 與 C#", "c++", "C 與 <mark>C++</mark> 與 C#"],
		["🧬 基因 𡍼號", "𡍼", "🧬 基因 <mark>𡍼</mark>號"],
	])("%s, %s", (title, search, html) => {
		expect(inTitle(title, search)).toBe(html);
	});
});

describe("folding changes lengths", () => {
	test.each([
		["oﬃce 病友", "病友", "oﬃce <mark>病友</mark>"],
		["ﬁne", "fi", "<mark>ﬁ</mark>ne"],
		["ﬁne", "f", "<mark>ﬁ</mark>ne"],
		["㍿病友會", "病友", "㍿<mark>病友</mark>會"],
		["甲㍿乙", "会社", "甲<mark>㍿</mark>乙"],
		["ＡＢＣ株", "bc", "ＡＢＣ株"],
		["ＡＢＣ株", "ab", "<mark>ＡＢ</mark>Ｃ株"],
		["Straße 3", "STRASSE", "<mark>Straße</mark> 3"],
		["ｶﾞｰﾄﾞﾚｰﾙ", "ガード", "<mark>ｶﾞｰﾄﾞ</mark>ﾚｰﾙ"],
		["cafe\u0301 病", "é", "cafe\u0301 病"],
		["cafe\u0301 病", "café", "<mark>cafe\u0301</mark> 病"],
		["病\u200b友會", "病友", "<mark>病\u200b友</mark>會"],
		["葛\u{e0100}城", "葛城", "<mark>葛\u{e0100}城</mark>"],
		["ㅎㅏ나", "하", "<mark>ㅎㅏ</mark>나"],
		["ΟΔΟΣ", "οδος", "<mark>ΟΔΟΣ</mark>"],
	])("%s, %s", (title, search, html) => {
		expect(inTitle(title, search)).toBe(html);
	});
});

describe("everything else is escaped", () => {
	test.each([
		["<b>病</b> & \"友\" 'x'", "病", "&lt;b&gt;<mark>病</mark>&lt;/b&gt; &amp; &quot;友&quot; &#39;x&#39;"],
		["a<script>b", "script", "a&lt;<mark>script</mark>&gt;b"],
		["<mark>病", "病 mark", "&lt;<mark>mark</mark>&gt;<mark>病</mark>"],
		["AT&T", "amp", "AT&amp;T"],
	])("%s", (title, search, html) => {
		expect(inTitle(title, search)).toBe(html);
	});
});

describe("the excerpt gives way to the body's first match", () => {
	const before = "這個句子在前面而且相當地長，用來看看前面會不會被截斷，剩下最後一點點，然後才說到";
	const after =
		"之後還有很多很多的話要說，說得比八十個字還要多得多，因為摘要不可以無止境地長下去，所以到了某個地方一定要停下來不說。";

	test("an excerpt with a match stays whole", () => {
		expect(inExcerpt(`${before}病友${after}`, "病友", "病友")).toBe(`${before}<mark>病友</mark>${after}`);
	});

	test("else about 80 characters around the first match", () => {
		expect(inExcerpt("摘要", `${before}病友${after}病友`, "病友")).toBe(
			`…${before.slice(-24)}<mark>病友</mark>${after.slice(0, 54)}…`,
		);
	});

	test("no … at the ends of the text; blocks join with a space", () => {
		expect(inExcerpt("摘要", "一\n病友\n三", "病友")).toBe("一 <mark>病友</mark> 三");
	});

	test("words are not cut", () => {
		const words = `${"lorem ipsum ".repeat(9)}target ${"dolor sit amet ".repeat(9)}`.trim();
		expect(inExcerpt("", words, "target")).toBe(
			"…lorem ipsum lorem ipsum <mark>target</mark> dolor sit amet dolor sit amet dolor sit amet…",
		);
	});

	test("a match longer than the snippet is whole", () => {
		const long = "甲乙丙丁戊己庚辛壬癸".repeat(9);
		expect(inExcerpt("", `前${long}後`, long)).toBe(`前<mark>${long}</mark>…`);
	});

	test("a text of nothing but matches does not become the snippet", () => {
		expect(inExcerpt("", "病".repeat(5000), "病")).toBe(`<mark>${"病".repeat(200)}</mark>…`);
	});

	test("no match anywhere: the excerpt, or the body's beginning", () => {
		expect(inExcerpt("摘要 & 說明", "本文", "標籤")).toBe("摘要 &amp; 說明");
		expect(inExcerpt("", after, "標籤")).toBe(`${after.slice(0, 56)}…`);
		expect(inExcerpt("", "", "標籤")).toBe("");
	});
});

const unescaped = (html: string) =>
	html
		.replaceAll(/<\/?mark>/g, "")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&amp;", "&");

test("whatever the text, only marks are added, and they hold what was asked for", () => {
	const letters = fc.constantFrom(...'甲乙臺台Aa1ﬁ㍿ßｶﾞか\u309a\u0301\u200b<>&" 、\n𡍼ㅎㅏΣ😀');
	const text = fc.array(letters, { maxLength: 30 }).map((all) => all.join(""));
	const query = fc.array(letters, { minLength: 1, maxLength: 4 }).map((all) => all.join(""));
	fc.assert(
		fc.property(text, query, (title, search) => {
			const html = inTitle(title, search);
			expect(unescaped(html)).toBe(title);
			if (matchQuery(search) === null) expect(html).not.toContain("<mark>");
			const marked = [...html.matchAll(/<mark>([^<]*)<\/mark>/g)].map((match) =>
				normal(fold(unescaped(match[1] ?? ""))),
			);
			for (const one of marked) expect(queryParts(search).some((wanted) => one.includes(wanted))).toBe(true);
			// A Chinese query is marked exactly where its text stands.
			const isChinese = /^[甲乙臺台𡍼]+$/u.test(search);
			if (isChinese) {
				expect(marked.length > 0).toBe(title.split("\n").some((block) => fold(block).includes(fold(search))));
			}
		}),
		{ numRuns: 3000 },
	);
});

test("a line that needs no folding is marked as one that is folded", () => {
	const letters = fc.constantFrom(..."甲乙甲乙台年屆Aa1 23，。「」（）…—、《》!?[]");
	const text = fc.array(letters, { maxLength: 40 }).map((all) => all.join(""));
	const query = fc.array(fc.constantFrom(..."甲乙台年屆 "), { minLength: 1, maxLength: 5 }).map((all) => all.join(""));
	fc.assert(
		fc.property(text, query, (line, search) => {
			// The invisible character is folded away, and has the line folded as a whole.
			const folded = piecesOf(`${line}\u200b`, search).map(({ text: piece, isMatch }) => ({
				text: piece.replace("\u200b", ""),
				isMatch,
			}));
			expect(piecesOf(line, search)).toEqual(folded.filter(({ text: piece }) => piece !== ""));
		}),
		{ numRuns: 2_000 },
	);
});
