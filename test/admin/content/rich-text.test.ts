import { expect, test } from "vitest";
import { isOn, toggled } from "#ui/islands/client/writing/rich/emphasis.ts";
import { pastedLines } from "#ui/islands/client/writing/rich/pasted-lines.ts";
import { at, shown, Writer } from "../../support/rich-text.ts";

test.each([
	["a paragraph ends", "一¦", "一\n\n¦"],
	["a paragraph is parted", "一¦二\n\n三", "一\n\n¦二\n\n三"],
	["a paragraph before a list that follows at once", "一¦\n- 二", "一\n\n¦\n\n- 二"],
	["a heading is followed by a paragraph", "## 一¦", "## 一\n\n¦"],
	["a paragraph comes before a heading", "## ¦一", "\n\n## ¦一"],
	["the next item", "- 一¦", "- 一\n- ¦"],
	["the list ends", "- 一\n- ¦", "- 一\n\n¦"],
	["an item within is taken out", "- 一\n  - 二\n  - ¦", "- 一\n  - 二\n- ¦"],
	["what stands in the last item is taken out", "10. ¦\n    - **二**", "\n¦\n\n- **二**"],
	["a quotation goes on", "> 一¦", "> 一\n>\n> ¦"],
	["and ends", "> 一\n>\n> ¦", "> 一\n>\n¦"],
	["bold words are parted", "a**粗¦體**", "a**粗**\n\n¦**體**"],
	["behind bold words", "**粗體¦**", "**粗體**\n\n¦"],
	["a link is parted", "入[水¦管](/a)口", "入[水](/a)\n\n¦[管](/a)口"],
	["code has lines", "```\n a¦\n```", "```\n a\n ¦\n```"],
])("Enter: %s", (_, before, after) => {
	const writer = at(before);
	writer.enter();
	expect(shown(writer)).toBe(after);
});

test.each([
	["a character", "一二¦", "一¦"],
	["two paragraphs are joined", "一\n\n¦二", "一¦二"],
	["a quotation is left", "> 一\n>\n> ¦二", "> 一\n>\n¦二"],
	["an empty paragraph goes", "一\n\n¦\n\n二", "一¦\n\n二"],
	["a heading becomes a paragraph", "## ¦一", "¦一"],
	["an item becomes a paragraph", "- 一\n- ¦二\n- 三", "- 一\n\n¦二\n\n- 三"],
	["an item within is taken out", "- 一\n  - ¦二", "- 一\n- ¦二"],
	["what stands in the item as well", "10. ¦一\n    - **二**", "¦一\n\n- **二**"],
	["the last bold character", "**粗體**¦字", "**粗¦**字"],
	["the only one", "a**粗**¦", "a¦"],
	["the character before bold words", "天**¦粗**", "¦**粗**"],
	["a link's last character", "入[水](/a)¦", "入¦"],
	["a rule is chosen first", "一\n\n---\n\n¦二", "一\n\n¦---¦\n\n二"],
	["nothing before the beginning", "¦一", "¦一"],
	["a space at the end of bold words stands outside", "**粗 體¦**字", "**粗** ¦字"],
	["bold words that touch are one", "**粗**天¦**體**", "**粗¦體**"],
	["an escaped character", "a\\*¦b", "a¦b"],
	["bold italics", "***粗***¦", "¦"],
	["a heading that begins with bold words", "## **¦粗**", "¦**粗**"],
	["code that touches is one", "`a`b¦`c`", "`a¦c`"],
	["an emoji", "👨‍👩‍👧¦", "¦"],
])("Backspace: %s", (_, before, after) => {
	const writer = at(before);
	writer.backspace();
	expect(shown(writer)).toBe(after);
});

test.each([
	["two paragraphs are joined", "一¦\n\n二", "一¦二"],
	["a heading joins a paragraph", "一¦\n\n## 二", "一¦二"],
	["into bold words", "¦**粗體**", "¦**體**"],
	["a rule is chosen first", "一¦\n\n---", "一\n\n¦---¦"],
])("Delete: %s", (_, before, after) => {
	const writer = at(before);
	writer.delete();
	expect(shown(writer).replace("**¦體", "¦**體")).toBe(after);
});

test.each([
	["half of bold words keeps both marks", "a¦b**粗¦體**", "a¦**體**"],
	["all of them take the marks", "a¦b**粗體**¦", "a¦"],
	["from bold italics to others", "**水 *火¦木* 土**\n\n**金 ¦*天* 地**", "**水 *火¦天* 地**"],
	["to the beginning of bold italics", "**水 *火¦木* 土**\n\n金¦***天* 地**", "**水 *火¦天* 地**"],
	["to the words of bold italics", "**水 *火¦木* 土**\n\n金***¦天* 地**", "**水 *火¦天* 地**"],
	["over two blocks", "一¦二\n\n## 三¦四", "一¦四"],
])("a selection is deleted: %s", (_, before, after) => {
	const writer = at(before);
	writer.backspace();
	expect(shown(writer)).toBe(after);
});

test.each([
	["the first word", "¦謝謝¦ 128 位", "改過", "改過¦ 128 位"],
	["the first word of an item", "- ¦謝謝¦ 128 位", "改過", "- 改過¦ 128 位"],
	["the first words, bold", "**¦謝謝¦** 128 位", "改過", "**改過¦** 128 位"],
	["all words before a space", "## ¦謝謝¦ 128 位", "　", "## 　¦ 128 位"],
	["the first word, by a space", "¦謝謝¦ 128 位", " ", "¦128 位"],
	["the first word, by nothing", "¦謝謝¦ 128 位", "", "¦128 位"],
	["the end of a paragraph and the next one's first word", "一¦二\n\n三¦ 128 位", "改", "一改¦ 128 位"],
])("words take the place of a selection: %s", (_, before, words, after) => {
	const writer = at(before);
	writer.type(words);
	expect(shown(writer)).toBe(after);
});

test.each([
	["a word", "**Hello¦**", [" ", "w", "orld"], "**Hello world¦**"],
	["a word behind two spaces", "**粗¦** 字", [" ", " ", "體"], "**粗  體¦** 字"],
	["a word in bold italics", "***粗¦***", [" ", "體"], "***粗 體¦***"],
	["punctuation", "**粗¦**", [" ", "，"], "**粗** ，¦"],
])("bold words go on behind a space, typed or composed: %s", (_, before, typed, after) => {
	for (const way of ["type", "compose"] as const) {
		const writer = at(before);
		for (const words of typed) writer[words === " " ? "type" : way](words);
		expect([way, shown(writer)]).toEqual([way, after]);
	}
});

test.each(["一", "*"])("what comes in before the mark of a line stands behind it: %s", (insert) => {
	const writer = new Writer("## 二");
	writer.dispatch({ changes: { from: 0, insert }, userEvent: "input.type" });
	expect(writer.text).toBe(`## ${insert}二`);
});

test("bold words end behind a space when the tool is used once more, or when somebody was elsewhere", () => {
	const writer = at("**粗¦**");
	writer.type(" ");
	expect(isOn(writer.state, writer.caret, "StrongEmphasis")).toBe(true);
	writer.dispatch(toggled(writer.state, "StrongEmphasis", "粗體字") ?? {});
	expect(isOn(writer.state, writer.caret, "StrongEmphasis")).toBe(false);
	writer.type("字");
	expect(shown(writer)).toBe("**粗** 字¦");
	const other = at("**粗¦**");
	other.type(" ");
	other.select(3);
	other.select(6);
	other.type("字");
	expect(shown(other)).toBe("**粗** 字¦");
});

test.each([
	["behind bold words", "**粗¦**字", "**粗** ¦字"],
	["before them", "天**¦粗**", "天 **¦粗**"],
	["at the beginning is none", "**¦粗**", "**¦粗**"],
	["within them", "**粗¦體**", "**粗 ¦體**"],
	["in a link", "入[水¦](/a)", "入[水 ¦](/a)"],
])("a space %s", (_, before, after) => {
	const writer = at(before);
	writer.type(" ");
	expect(shown(writer)).toBe(after);
});

test.each([
	["a sign at the beginning", "ab**¦友 *地* 水**a", ".", "ab.¦友 *地* 水a"],
	["a sign at the end", "火**水 *地* 火¦**水", "，", "火水 *地* 火，¦水"],
	["a letter does not", "ab**¦友 *地* 水**a", "b", "ab**b¦友 *地* 水**a"],
])("marks that words would bring into sight go: %s", (_, before, words, after) => {
	for (const way of ["type", "compose"] as const) {
		const writer = at(before);
		writer[way](words);
		expect([way, shown(writer)]).toEqual([way, after]);
	}
});

test.each([
	["Delete", "- 天\n\n¦一\n- 火", "- 天\n\n\n- ¦火"],
	["Backspace", "> 一\n> 二¦\n> 三", "> 一¦\n> \n> 三"],
	["Delete", "> 一\n> ¦二\n> 三", "> 一\n> \n> ¦三"],
	["Backspace", "¦一\n\n二¦\n\n---", "¦\n\n---"],
])("the caret leaves a line that a change has hidden: %s in %j", (key, before, after) => {
	const writer = at(before);
	if (key === "Delete") writer.delete();
	else writer.backspace();
	expect([shown(writer), writer.isSeen]).toEqual([after, true]);
});

test.each([
	["¦謝謝¦ 128 位", "改過", "改過¦ 128 位"],
	["一**¦粗體字¦**二", "改過", "一**改過¦**二"],
	["一*¦強調¦*", "改過", "一*改過¦*"],
	["## ¦謝謝*你¦* ~~128~~", "，", "## ，¦ ~~128~~"],
	["一¦二\n\n## **三¦四**", "五", "一五¦**四**"],
])("an input method writes in the place of a selection as keys do: %j", (before, words, after) => {
	for (const way of ["type", "compose"] as const) {
		const writer = at(before);
		writer[way](words);
		expect([way, shown(writer)]).toEqual([way, after]);
	}
});

test.each([
	["[一](/articles/x)¦二¦", "[一](/articles/x)\n\n三¦"],
	["¦二¦[一](/articles/x)\n\n四", "三¦\n\n[一](/articles/x)\n\n四"],
])("words beside a block that is drawn begin a paragraph: %j", (before, after) => {
	for (const way of ["type", "compose"] as const) {
		const writer = at(before);
		writer.backspace();
		writer[way]("三");
		expect([way, shown(writer)]).toEqual([way, after]);
	}
});

test("what is put beside a block that is drawn is parted once, and a space there is none", () => {
	const writer = at("[一](/articles/x)二¦");
	writer.backspace();
	writer.type(" ");
	expect(shown(writer)).toBe("[一](/articles/x)¦");
	writer.type("\n\n/");
	expect(shown(writer)).toBe("[一](/articles/x)\n\n/¦");
});

test("a key beside a block that is drawn selects it first", () => {
	const writer = at("[一](/articles/x)二¦");
	writer.backspace();
	expect(shown(writer)).toBe("[一](/articles/x)¦");
	writer.backspace();
	expect(shown(writer)).toBe("¦[一](/articles/x)¦");
});

test("undo and redo leave the caret in what is seen", () => {
	const writer = at("> 一¦ *二*");
	writer.enter();
	writer.undo();
	expect(writer.isSeen).toBe(true);
	writer.redo();
	expect(shown(writer)).toBe("> 一\n>\n> ¦*二*");
});

test.each([
	["become paragraphs", "¦", "一\r\n二\n\n\n三", "一\n\n二\n\n三"],
	["of Markdown stay", "¦", "- 一\n- 二", "- 一\n- 二"],
	["stay in code", "```\n¦\n```", "一\n二", "一\n二"],
	["stay in a list", "- 一¦", "一\n二", "一\n二"],
])("lines that are pasted %s", (_, before, text, wanted) => {
	expect(pastedLines(text, at(before).state)).toBe(wanted);
});

test("a caret never stands in a hidden line", () => {
	const writer = new Writer("一\n\n二\n\n\n\n三\n");
	for (let place = 0; place <= writer.text.length; place++) {
		writer.select(place);
		expect([place, [1, 3, 5, 7].includes(writer.state.doc.lineAt(writer.caret.from).number)]).toEqual([place, true]);
	}
});
