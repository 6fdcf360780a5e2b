/** Bold and emphasised words where the marks are not shown: the words stay, and the website's renderer agrees. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { isOn, toggled } from "#ui/islands/client/writing/rich/emphasis.ts";
import { markdown } from "#ui/islands/client/writing/rich/language.ts";
import { blocksIn, type Kind, lettersOf, wordsOf } from "#ui/islands/client/writing/rich/words.ts";

const BOLD: Kind = "StrongEmphasis";
type Span = { from: number; to: number };
const stateOf = (doc: string, anchor: number, head = anchor): EditorState =>
	EditorState.create({ doc, selection: { anchor, head }, extensions: [markdown] });
/** The text with the selection between | and |, after the tool was used. */
function used(marked: string, kind: Kind = BOLD): string | null {
	const [before = "", inside = "", after = ""] = marked.split("|");
	const state = stateOf(before + inside + after, before.length, before.length + inside.length);
	const made = toggled(state, kind, "粗體字");
	if (!made) return null;
	const next = state.update(made).state;
	const { from, to } = next.selection.main;
	const text = next.doc.toString();
	return `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
}

const CASES: [what: string, marked: string, done: string | null, kind?: Kind][] = [
	["a word becomes bold", "請|每天|喝水", "請**|每天|**喝水"],
	["and plain again", "請**|每天|**喝水", "請|每天|喝水"],
	["a part of a bold passage becomes plain", "**每天|喝|溫水**", "**每天**|喝|**溫水**"],
	["and joins it again", "**每天**|喝|**溫水**", "**每天|喝|溫水**"],
	["across two passages all becomes one", "**每|天**喝**溫|水**", "**每|天喝溫|水**"],
	["spaces at the edges stay outside", "drink| warm water |daily", "drink| **warm water** |daily"],
	["a part between spaces", "**a |b| c**", "**a** |b| **c**"],
	["and joins again", "**a** |b| **c**", "**a |b| c**"],
	["paragraphs each on their own", "每|天\n\n喝|水", "每**|天**\n\n**喝|**水"],
	["inside a heading", "## 一、|先暖|空氣", "## 一、**|先暖|**空氣"],
	["a heading and a paragraph", "|## 題\n\n文|字", "|## **題**\n\n**文|**字"],
	["punctuation that belongs to the words", "請看|「開放」|的", "請看**|「開放」|**的"],
	["a comma at the end", "|注意：|請看", "**|注意：|**請看"],
	["punctuation that could not be bold stays plain", "a|(b)|c", "a|(**b**)|c"],
	["emphasis within", "|請*每天*喝|水", "**|請*每天*喝|**水"],
	["an emphasis that is cut, as a whole", "請*每|天*喝|水", "請***每|天*喝|**水"],
	["the words of a link", "[|字|](https://a.tw)", "[**|字|**](https://a.tw)"],
	["a link among words", "|看[字](https://a.tw)吧|", "**|看[字](https://a.tw)吧|**"],
	["code whole", "看`a|b`吧|", "看`a|b`**吧|**"],
	["a link beside a letter", "a|[b](https://a.tw)c|", "a|[**b**](https://a.tw)**c|**"],
	["an item of a list", "- 甲|乙|\n- 丙", "- 甲**|乙|**\n- 丙"],
	["a quotation of two lines", "> 甲|乙\n> 丙|丁", "> 甲**|乙\n> 丙|**丁"],
	["code stays", "```\n|甲|\n```", null],
	["emphasis", "請|每天|喝水", "請*|每天|*喝水", "Emphasis"],
	["emphasis of bold words", "請**|每天|**喝水", "請***|每天|***喝水", "Emphasis"],
	["at the end of bold words the caret leaves them", "請**每天||**喝水", "請**每天**||喝水"],
	["and comes back", "請**每天**||喝水", "請**每天||**喝水"],
	["at their beginning as well", "請**||每天**喝水", "請||**每天**喝水"],
	["and comes back there", "請||**每天**喝水", "請**||每天**喝水"],
	["within them they become plain", "請**每||天**喝水", "請每||天喝水"],
	["elsewhere words are put there", "請||喝水", "請**|粗體字|**喝水"],
	["which go when the tool is used again", "請**|粗體字|**喝水", "請||喝水"],
	["other marks of bold words go as well", "a __|b|__ c", "a |b| c"],
];
for (const [what, marked, done, kind] of CASES) test(what, () => assert.equal(used(marked, kind), done));

test("a caret is in bold words where what is typed joins them", () => {
	const on = [..."請**每天**喝"].map((_, at) => isOn(stateOf("請**每天**喝", at), { from: at, to: at }, BOLD));
	assert.deepEqual(on, [false, false, false, true, true, true, false, false]);
});

/** The letters that somebody reads, and which are bold, by the editor's parser and by the website's renderer. */
function byEditor(doc: string, kind: Kind): string[] {
	const tree = markdown.parser.parse(doc);
	const read = { tree, text: ({ from, to }: Span) => doc.slice(from, to) };
	return blocksIn(tree, { from: 0, to: doc.length }).flatMap((block) =>
		lettersOf(wordsOf(block, read, kind).pieces)
			.filter((one) => one.kind !== "space")
			.flatMap((one) =>
				[
					...read
						.text(one)
						.replace(/^`(.*)`$/, "$1")
						.replace(/^\\/, ""),
				].map((letter) => `${letter}${one.isOn ? "!" : ""}`),
			),
	);
}
function byRenderer(doc: string, kind: Kind): string[] {
	const tag = kind === BOLD ? "strong" : "em";
	const letters: string[] = [];
	let depth = 0;
	for (const [part] of renderMarkdown(doc).html.matchAll(/<[^>]*>|&\w+;|[^<]/gu)) {
		if (part === `<${tag}>`) depth++;
		else if (part === `</${tag}>`) depth--;
		else if (!part.startsWith("<") && part.trim()) letters.push(`${part}${depth > 0 ? "!" : ""}`);
	}
	return letters;
}

const word = fc.stringMatching(/^[「（]?[水喝天甲乙a1]{1,4}[，。」：！）、 ]?$/);
const passage = fc.oneof(
	...["**", "*", "~~", "`"].map((mark) => word.map((words) => `${mark}${words.trim() || "字"}${mark}`)),
	word.map((words) => `[${words}](https://example.org)`),
	word.map((words) => `**甲*${words.trim() || "字"}*乙**`),
);
const usually = fc.oneof(
	word.map((words) => `**${words.trim()}**`),
	word.map((words) => `[${words}](https://example.org)`),
	word.map((words) => `*${words.replaceAll(/[「（，。」：！）、 ]/g, "")}*`),
);
/** Passages among words, as people write them. */
const line = fc
	.tuple(word, fc.array(fc.tuple(passage, word), { maxLength: 3 }))
	.map(([first, parts]) => [first, ...parts.flat()].join("").trim() || "字");
const block = fc.tuple(fc.constantFrom("", "", "## ", "- ", "> ", "1. "), line).map(([mark, words]) => mark + words);
const texts = fc.array(block, { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join("\n\n"));
const cases = fc.record({
	text: texts,
	a: fc.nat(),
	b: fc.nat(),
	kind: fc.constantFrom<Kind>("StrongEmphasis", "Emphasis"),
});
const bare = (letters: readonly string[]): string => letters.join("").replaceAll("!", "");

/** Uses the tool on a random selection; returns what came of it, null where nothing is selected or made. */
function random({ text, a, b, kind }: { text: string; a: number; b: number; kind: Kind }) {
	const [from = 0, to = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
	const state = stateOf(text, from, to);
	const read = { tree: markdown.parser.parse(text), text: (span: Span) => text.slice(span.from, span.to) };
	const hasLetters = blocksIn(read.tree, { from, to }).some((block) =>
		lettersOf(wordsOf(block, read, kind).pieces).some((one) => one.kind === "letter" && one.to > from && one.from < to),
	);
	const made = from === to ? null : toggled(state, kind, "");
	const next = made && state.update(made).state;
	const turned = next !== null && isOn(next, next.selection.main, kind) !== isOn(state, { from, to }, kind);
	return { hasLetters, turned, after: next?.doc.toString() ?? null };
}

/** The words are the same, and both readers say the same of them. */
function stands(text: string, after: string, kind: Kind): void {
	assert.equal(bare(byRenderer(after, kind)), bare(byRenderer(text, kind)));
	assert.deepEqual(byRenderer(after, kind), byEditor(after, kind));
}

test("the words never change, and what is made is read so by the website too", () => {
	let made = 0;
	fc.assert(
		fc.property(cases, (given) => {
			const { text, kind } = given;
			// Where the two disagree beforehand, or a mark is read as a word, nothing can be compared.
			fc.pre(byEditor(text, kind).join() === byRenderer(text, kind).join());
			fc.pre(!/[*~`]/.test(bare(byRenderer(text, kind))));
			const { after } = random(given);
			if (after === null) return;
			made++;
			stands(text, after, kind);
		}),
		{ numRuns: 1_000 },
	);
	assert.ok(made > 300, String(made));
});

test("in texts as they are usually written most selections turn, also where they cut words", () => {
	const usual = fc.record({
		text: fc.tuple(word, usually, word).map((parts) => parts.join("").trim()),
		a: fc.nat(),
		b: fc.nat(),
		kind: fc.constant(BOLD),
	});
	let all = 0;
	let turns = 0;
	fc.assert(
		fc.property(usual, (given) => {
			fc.pre(byEditor(given.text, BOLD).join() === byRenderer(given.text, BOLD).join());
			const { hasLetters, turned, after } = random(given);
			if (!hasLetters) return;
			all++;
			if (turned) turns++;
			if (after !== null) stands(given.text, after, BOLD);
		}),
		{ numRuns: 1_000 },
	);
	assert.ok(turns > all * 0.75, `${turns} of ${all}`);
});

test("used twice on words of one kind, the text is the same", () => {
	const plain = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("").trim() || "字");
	const twice = fc.record({ text: plain, a: fc.nat(), b: fc.nat(), kind: cases.map(({ kind }) => kind) });
	fc.assert(
		fc.property(twice, ({ text, a, b, kind }) => {
			const ends = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
			let state = stateOf(text, ends[0] ?? 0, ends[1]);
			if (state.selection.main.empty) return;
			const first = toggled(state, kind, "");
			if (!first) return;
			state = state.update(first).state;
			const second = toggled(state, kind, "");
			assert.ok(second);
			assert.equal(state.update(second).state.doc.toString(), text);
		}),
		{ numRuns: 1_500 },
	);
});
