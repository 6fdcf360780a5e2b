import { expect, test } from "vitest";
import * as edits from "#ui/islands/markdown-edits.ts";
import { lengthOf, lengthWords } from "#ui/islands/reading.ts";
import { SHOWN, widthHint } from "#ui/islands/search-width.ts";

/** A text with the selection between | and |, or the caret at the only one. */
function at(marked: string): edits.Selected {
	const [before = "", inside = "", after] = marked.split("|");
	return after === undefined
		? { text: before + inside, from: before.length, to: before.length }
		: { text: before + inside + after, from: before.length, to: before.length + inside.length };
}

/** The text after an edit, with its selection marked the same way. */
function done({ text }: edits.Selected, { from, to, insert, select }: edits.Edit): string {
	const next = text.slice(0, from) + insert + text.slice(to);
	const [a, b] = select ?? [from + insert.length, from + insert.length];
	return a === b ? `${next.slice(0, a)}|${next.slice(a)}` : `${next.slice(0, a)}|${next.slice(a, b)}|${next.slice(b)}`;
}
const run = (edit: (selected: edits.Selected) => edits.Edit, marked: string): string => {
	const selected = at(marked);
	return done(selected, edit(selected));
};

const bold = (selected: edits.Selected) => edits.wrapped(selected, "**", "粗體字");
const italic = (selected: edits.Selected) => edits.wrapped(selected, "*", "強調");

test.each([
	["a word becomes bold", bold, "請|每天|喝水", "請**|每天|**喝水"],
	["and plain again", bold, "請**|每天|**喝水", "請|每天|喝水"],
	["nothing selected brings words to write over", bold, "請|", "請**|粗體字|**"],
	["emphasis of a bold word adds a star", italic, "請**|每天|**喝水", "請***|每天|***喝水"],
	["emphasis alone goes again", italic, "請*|每天|*喝水", "請|每天|喝水"],
	["a line becomes a heading", (s: edits.Selected) => edits.headed(s, 2), "一\n二|、水\n三", "一\n## 二、水|\n三"],
	["another level", (s: edits.Selected) => edits.headed(s, 3), "## 二|", "### 二|"],
	["and none", (s: edits.Selected) => edits.headed(s, 2), "## 二|", "二|"],
	["lines become a list", edits.bulleted, "|一\n二|", "|- 一\n- 二|"],
	["a list becomes a numbered one", edits.numbered, "|- 一\n- 二|", "|1. 一\n2. 二|"],
	["and lines again", edits.numbered, "|1. 一\n2. 二|", "|一\n二|"],
	["lines become a quotation", edits.quoted, "|一\n二|", "|> 一\n> 二|"],
	["a block has empty lines around it", (s: edits.Selected) => edits.block(s, "---"), "一|二", "一\n\n---\n\n|二"],
	["those that stand there count", (s: edits.Selected) => edits.block(s, "---"), "一\n\n|\n\n二", "一\n\n---|\n\n二"],
	["the first line needs none before", (s: edits.Selected) => edits.block(s, "---", [0, 3]), "|", "|---|\n"],
])("%s", (_, edit, before, after) => {
	expect(run(edit, before)).toBe(after);
});

test.each([
	["- 藥物|", "- 藥物\n- |"],
	["* 藥物|", "* 藥物\n* |"],
	["9. 水|", "9. 水\n10. |"],
	["  - 深|", "  - 深\n  - |"],
	["> 引用|", "> 引用\n> |"],
	["> - 項目|", "> - 項目\n> - |"],
	["- [x] 完成|", "- [x] 完成\n- [ ] |"],
	["- 前|後", "- 前\n- |後"],
	["一\n- |", "一\n|"],
	["> |", "|"],
	["3. |", "|"],
])("Enter goes on with the list: %j", (before, after) => {
	const selected = at(before);
	expect(done(selected, edits.continued(selected) ?? { from: 0, to: 0, insert: "?" })).toBe(after);
});

test.each(["一般的一行|", "-沒有空格|", "2026.5|", "- |選取|"])("Enter is only Enter: %j", (before) => {
	expect(edits.continued(at(before))).toBe(null);
});

test("the link that the caret is in is found; a picture is none", () => {
	expect(edits.linkAt(at("見[照護|知識](/articles/care)。"))).toEqual({
		from: 1,
		to: 23,
		words: "照護知識",
		href: "/articles/care",
	});
	expect(edits.linkAt(at("見[照護](/a)。再|看"))).toBe(null);
	expect(edits.linkAt(at("![照|片](/a.jpg)"))).toBe(null);
});

test("brackets in words and spaces in addresses cannot end a link early", () => {
	expect(edits.bracketed("第[1]章\n上")).toBe("第\\[1\\]章 上");
	expect(edits.addressed(" https://a.example/x (1) ")).toBe("https://a.example/x%20%281%29");
});

test("characters and words are counted, addresses are not", () => {
	expect(lengthOf("每天喝水，共 8 杯。")).toEqual({ characters: 7, minutes: 1 });
	expect(lengthOf("It's a well-known [site](https://example.org/long/path)")).toEqual({ characters: 4, minutes: 1 });
	expect(lengthOf("字".repeat(1_600))).toEqual({ characters: 1_600, minutes: 4 });
	expect(lengthWords({ characters: 1_248, minutes: 4 })).toBe("1,248 字，約 4 分鐘讀完");
	expect(lengthWords({ characters: 0, minutes: 1 })).toBe("還沒有內文");
});

test("a search result shows thirty Chinese characters of a title", () => {
	expect(widthHint("字".repeat(30), SHOWN.title)).toBe("約 30 個中文字，長度合適");
	expect(widthHint("字".repeat(31), SHOWN.title)).toBe("太長，後面可能不會顯示");
});
