/** Headings, lists and quotations where their marks are not shown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { markdown } from "#ui/islands/client/writing/rich/language.ts";
import { type ShapeName, shaped } from "#ui/islands/client/writing/rich/shapes.ts";

const stateOf = (doc: string, anchor: number, head = anchor): EditorState =>
	EditorState.create({ doc, selection: { anchor, head }, extensions: [markdown] });
function used(marked: string, name: ShapeName): string | null {
	const [before = "", inside = "", after] = marked.split("|");
	const state =
		after === undefined
			? stateOf(before + inside, before.length)
			: stateOf(before + inside + after, before.length, before.length + inside.length);
	const made = shaped(state, name);
	return made ? state.update(made).state.doc.toString() : null;
}

const CASES: [what: string, marked: string, name: ShapeName, done: string | null][] = [
	["a paragraph becomes a heading", "每|天", "h2", "## 每天"],
	["and a paragraph again", "## 每|天", "h2", "每天"],
	["of another level", "## 每|天", "h3", "### 每天"],
	["a heading between lines is parted from them", "一\n二|\n三", "h2", "一\n\n## 二\n\n三"],
	["a heading with marks at its end", "## 每|天 ##", "text", "每天"],
	["a heading by its underline", "每|天\n===", "h2", "## 每天"],
	["an empty paragraph", "一\n\n|\n\n二", "h2", "一\n\n## \n\n二"],
	["an item becomes a heading", "- 一\n- 二|\n- 三", "h2", "- 一\n\n## 二\n\n- 三"],
	["in a quotation", "> 一|", "h2", "> ## 一"],
	["text is text already", "一|", "text", null],
	["a year is no item", "1985. 年\n一|", "text", null],
	["paragraphs become one list", "|一\n\n二\n\n三|", "bullets", "- 一\n- 二\n- 三"],
	["with numbers", "|一\n\n二|", "numbers", "1. 一\n2. 二"],
	["a list gets other marks", "|- 一\n- 二|", "numbers", "1. 一\n2. 二"],
	["a list with boxes loses them", "|- [x] 一\n- 二|", "numbers", "1. 一\n2. 二"],
	["and lines of it become paragraphs", "|- 一\n- 二|\n- 三", "bullets", "一\n\n二\n\n- 三"],
	["a paragraph after a list joins it", "- 一\n\n二|", "bullets", "- 一\n- 二"],
	["and goes on with its numbers", "1. 一\n2. 二\n\n三|", "numbers", "1. 一\n2. 二\n3. 三"],
	["a heading becomes an item", "## 一|", "bullets", "- 一"],
	["nested items stay nested", "|- 一\n  - 二|", "numbers", "1. 一\n  2. 二"],
	["a list in a quotation", "|> 一\n>\n> 二|", "bullets", "> - 一\n> - 二"],
	["a paragraph becomes a quotation", "一|\n二", "quote", "> 一\n> 二"],
	["several become one", "|一\n\n二|", "quote", "> 一\n>\n> 二"],
	["and paragraphs again", "|> 一\n>\n> 二|", "quote", "一\n\n二"],
	["an empty paragraph becomes a quotation", "一\n\n|", "quote", "一\n\n> "],
	["code has no shapes", "```\n一|\n```", "h2", null],
];
for (const [what, marked, name, done] of CASES) test(what, () => assert.equal(used(marked, name), done));

const words = fc.stringMatching(/^[一二三四水]{1,5}$/);
const block = fc.oneof(
	words,
	words.map((one) => `## ${one}`),
	fc.array(words, { minLength: 1, maxLength: 3 }).map((all) => all.map((one) => `- ${one}`).join("\n")),
	fc.array(words, { minLength: 1, maxLength: 3 }).map((all) => all.map((one, at) => `${at + 1}. ${one}`).join("\n")),
	fc.array(words, { minLength: 1, maxLength: 2 }).map((all) => all.map((one) => `> ${one}`).join("\n>\n")),
);
const given = fc.record({
	text: fc.array(block, { minLength: 1, maxLength: 4 }).map((all) => all.join("\n\n")),
	a: fc.nat(),
	b: fc.nat(),
	name: fc.constantFrom<ShapeName>("text", "h2", "h3", "bullets", "numbers", "quote"),
});
const filled = (text: string): string[] => text.split("\n").filter((line) => !/^[\s>]*$/.test(line));
const read = (text: string): string => renderMarkdown(text).html.replaceAll(/<[^>]*>|\s/g, "");

test("whatever is done in whatever order, the words stay and lines elsewhere keep their letters", () => {
	fc.assert(
		fc.property(given, fc.array(given, { maxLength: 4 }), (first, more) => {
			let { text } = first;
			for (const { a, b, name } of [first, ...more]) {
				const ends = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
				const state = stateOf(text, ends[0] ?? 0, ends[1]);
				const made = shaped(state, name);
				if (!made) continue;
				const next = state.update(made).state.doc.toString();
				assert.equal(read(next), read(text), next);
				const before = filled(text.slice(0, state.doc.lineAt(ends[0] ?? 0).from));
				if (name !== "quote") assert.deepEqual(filled(next).slice(0, before.length), before);
				text = next;
			}
		}),
		{ numRuns: 500 },
	);
});
