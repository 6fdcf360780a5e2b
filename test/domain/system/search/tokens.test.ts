import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, indexTokens, matchQuery, queryParts } from "#kernel/tokens.ts";

const GAP = "\ue000";
const BLOCK = "\ue001";

describe("fold", () => {
	test.each([
		["臺北", "台北"],
		["ＡＢＣ１２", "abc12"],
		["Straße STRASSE ẞ", "strasse strasse ss"],
		["ΣΊΣΥΦΟΣ ς", "σίσυφοσ σ"],
		["ﬁ ㍿ ㌔", "fi 株式会社 キロ"],
		["ｶﾞ ｰ が", "ガ ー が"],
		["e\u0301 é \u017f", "é é s"],
		["病\u200b友 病\u2060友 病\u00ad友 葛\u{e0100}", "病友 病友 病友 葛"],
		["ㅎㅏ 하", "하 하"],
		["\ud800", "\ufffd"],
	])("folded %#", (text, folded) => {
		expect(fold(text)).toBe(folded);
	});

	test("folding again changes nothing, nor does the case of what is folded", () => {
		for (let code = 0; code <= 0x1ffff; code += 1) {
			const character = String.fromCodePoint(code);
			const folded = fold(character);
			if (fold(folded) !== folded || fold(character.toUpperCase()) !== folded)
				expect(code.toString(16)).toBe("unstable");
		}
		fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => fold(fold(text)) === fold(text)));
	});
});

describe("what the index stores", () => {
	test.each([
		["甲", "甲"],
		["甲乙丙丁", "甲乙 乙丙 丙丁 丁"],
		["A型", "a 型"],
		["型1", "型 1"],
		["甲乙1", "甲乙 乙 1"],
		["A、型 A 型", `a ${GAP} 型 ${GAP} a ${GAP} 型`],
		["hello, world", "hello world"],
		["病友、協會", "病友 友 協會 會"],
		["𡍼𡍼", "𡍼𡍼 𡍼"],
		["ガードレール", "ガー ード ドレ レー ール ル"],
		["甲乙\n丙", `甲乙 乙 ${BLOCK} 丙`],
		[`甲${GAP}${BLOCK}1`, `甲 ${GAP} 1`],
		["!? \0", ""],
		["民國 116 年 3 月", "民國 國 116 年 3 月"],
		["民國116年3月", "民國 國 116 年 3 月"],
		["第　２ 屆", "第 2 屆"],
		["型 1", `型 ${GAP} 1`],
		["民國、116 年", `民國 國 ${GAP} 116 年`],
		["A1 型", `a1 ${GAP} 型`],
		["C++ 與 C#", `c\ue002\ue002 ${GAP} 與 ${GAP} c\ue003`],
		["Ｃ＋＋", "c\ue002\ue002"],
		["A+B", "a\ue002 b"],
		["A+ B", `a\ue002 ${GAP} b`],
		["+ # 病友+#", "病友 友"],
	])("stored %#", (text, tokens) => {
		expect(indexTokens(text)).toBe(tokens);
	});

	test("a text of any length stays within a value of D1", () => {
		const bytes = (text: string) => new TextEncoder().encode(text).length;
		for (const unit of ["病", "𡍼", "病\n", "病、1", "\ufdfa", "㍿", "a "]) {
			expect(bytes(indexTokens(unit.repeat(300_000)))).toBeLessThan(1_900_000);
		}
	});
});

describe("what a query becomes", () => {
	test.each([
		["病", '"病"*'],
		["病友", '"病友"'],
		["病友會", '"病友 友會"'],
		["A型", '"a 型"*'],
		["型1", '"型 1"*'],
		["乙型1", '"乙型 型 1"*'],
		["A型號", '"a 型號"'],
		["A、型", `"a ${GAP} 型"*`],
		["病友 協會", '"病友" AND "協會"'],
		["　病友　病友　", '"病友"'],
		["「病友」。", '"病友"'],
		["臺", '"台"*'],
		["116 年", '"116 年"*'],
		["116　年度預算", '"116 年度 度預 預算"'],
		["116 年 3 月", '"116 年"* AND "3 月"*'],
		["116 年會", '"116"* AND "年會"'],
		["2027 輪椅", '"2027"* AND "輪椅"'],
		["C++", '"c\ue002\ue002"*'],
		["C# 語言", '"c\ue003"* AND "語言"'],
	])("%s", (search, match) => {
		expect(matchQuery(search)).toBe(match);
	});

	test.each([
		['"', null],
		["*", null],
		["( )", null],
		["-", null],
		["😀".repeat(100), null],
		["\0", null],
		["\ud800\udfff\udc00", null],
		[GAP + BLOCK, null],
		["", null],
		[" \u200b", null],
		["NEAR", '"near"*'],
		["AND", '"and"*'],
		["a OR b", '"a"* AND "or"* AND "b"*'],
		["NEAR(a b, 2)", '"near a"* AND "b"* AND "2"*'],
		['title : "x"', '"title"* AND "x"*'],
		["{title excerpt}: ^病", '"title"* AND "excerpt"* AND "病"*'],
		["'; DROP TABLE entries; --", '"drop"* AND "table"* AND "entries"*'],
		[`病${GAP}1`, `"病 ${GAP} 1"*`],
		["病\ud8001", `"病 ${GAP} 1"*`],
	])("hostile %#", (search, match) => {
		expect(matchQuery(search)).toBe(match);
	});

	test.each(["116 年", "116 年度", "115 學年度", "65 歲", "第 3 屆", "3 月 12 日", "500 元"])(
		"%s stands in a text and is asked for with or without spaces",
		(text) => {
			const close = text.replaceAll(" ", "");
			expect(indexTokens(text)).toBe(indexTokens(close));
			if (/^\d+ [^\d]+$/.test(text)) expect(matchQuery(text)).toBe(matchQuery(close));
		},
	);

	test("a query has at most 16 parts", () => {
		expect(queryParts([..."甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未"].join(" "))).toEqual([
			..."甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳",
		]);
	});
});
