/** Links that name their address elsewhere, and footnotes, as they are shown in 文章; the website's renderer agrees. */
import { syntaxTree } from "@codemirror/language";
import { expect, test } from "vitest";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { notesIn } from "#ui/islands/client/writing/rich/notes.ts";
import { Writer } from "../../support/rich-text.ts";

const BELOW = '\n\n[水]: https://water.example "題"\n[Oxy Gen]: <https://oxygen.example>';

test.each([
	["words and a label", "看[水管][水]。", "看水管。"],
	["a label in capitals, with other spaces", "看[氧氣][oxy  gen]。", "看氧氣。"],
	["bold words", "看[**水**管][水]。", "看水管。"],
	["a label that has no address", "看[水管][火]。", "看[水管][火]。"],
	["a label alone, whose words are its name", "看[水]和[水][]。", "看[水]和[水][]。"],
	["words in brackets", "看[註]。", "看[註]。"],
	["an address of its own", "看[水管](/a)。", "看水管。"],
])("%s", (_, text, seen) => {
	expect(new Writer(text + BELOW).seen.split("\n")[0]).toBe(seen);
});

test("a link is one from the moment on that its label has an address, wherever that stands", () => {
	const writer = new Writer("看[水管][水]。\n\n> 引文");
	expect(writer.seen).toBe("看[水管][水]。\n引文");
	writer.select(writer.text.length);
	writer.dispatch({ changes: { from: writer.text.length, insert: "\n>\n> [水]: /water" } });
	expect(writer.seen.split("\n")[0]).toBe("看水管。");
	writer.undo();
	expect(writer.seen.split("\n")[0]).toBe("看[水管][水]。");
});

test("the words of such a link are changed as those of any other", () => {
	const writer = new Writer(`看[水管][水]。${BELOW}`);
	writer.select(4);
	writer.type("龍頭");
	expect(writer.text).toBe(`看[水管龍頭][水]。${BELOW}`);
	for (let nth = 0; nth < 4; nth++) writer.backspace();
	expect(writer.text).toBe(`看。${BELOW}`);
});

/** The numbers of the references in their order; null for what is shown as written. */
function numbersOf(text: string): (number | null)[] {
	const { state } = new Writer(text);
	const found: (number | null)[] = [];
	syntaxTree(state).iterate({
		enter: ({ name, node }) => {
			if (/^Link(?:Label)?$/.test(name) && node.parent?.name !== "LinkReference" && text.startsWith("[^", node.from))
				found.push(notesIn(state).numbers.get(node.from) ?? null);
		},
	});
	return found;
}
const onWebsite = (text: string): number[] =>
	[...renderMarkdown(text).html.matchAll(/id="fnref-(\d+)"/g)].map(([, number]) => Number(number));

test.each([
	["in the order of the text", "一[^b]二[^a]三[^b]\n\n[^a]: 甲\n\n[^b]: 乙", [1, 2, 1]],
	["with notes of several words, one after the other", "一[^2]二[^1]\n\n[^1]: 甲 乙\n[^2]: 丙 丁", [1, 2, null, null]],
	[
		"in bold words, an item and a quotation",
		"**一[^1]**\n\n- 二[^2]\n\n> 三[^3]\n\n[^1]: 甲\n[^2]: 乙\n[^3]: 丙",
		[1, 2, 3],
	],
	["behind words in brackets", "看[註][^1]\n\n[^1]: 甲", [1]],
	["not in code", "`[^1]` 一[^1]\n\n```\n[^2]: 乙\n```\n\n[^1]: 甲", [1]],
	["not without a note", "一[^1]二[^x]\n\n[^1]: 甲", [1, null]],
	["not where a line goes on", "一[^1]\n[^1]: 甲", [null, null]],
])("footnotes are numbered %s", (_, text, numbers) => {
	expect(numbersOf(text)).toEqual(numbers);
	expect(numbers.filter((one) => one !== null)).toEqual(onWebsite(text));
});

test("a note in a note comes behind those of the text, as on the website", () => {
	const text = "一[^1]二[^2]\n\n[^1]: 甲 見[^3]\n\n[^2]: 乙\n\n[^3]: 丙 丁";
	expect(numbersOf(text).filter((one) => one !== null)).toEqual([1, 2, 3]);
	expect(onWebsite(text)).toEqual([1, 2, 3]);
});
