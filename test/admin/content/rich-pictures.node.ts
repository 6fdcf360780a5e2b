/** A picture in the editor's text: every change of it is read back as it was meant, and nothing else changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ensureSyntaxTree } from "@codemirror/language";
import { type ChangeSpec, EditorState } from "@codemirror/state";
import fc from "fast-check";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { plainText } from "#domain/content/content/text.ts";
import { markdown } from "#ui/islands/client/writing/rich/language.ts";
import {
	altChange,
	captionChange,
	fileChange,
	type Picture,
	pictureAlone,
	readWords,
	type Size,
	sizeChange,
	withGap,
} from "#ui/islands/client/writing/rich/picture-syntax.ts";

const BEFORE = "前文 *一*  \n二\n\n";
const AFTER = '\n\n後文 [連結](b "t")\n';

const stateOf = (doc: string): EditorState => {
	const state = EditorState.create({ doc, extensions: markdown });
	ensureSyntaxTree(state, doc.length, 5_000);
	return state;
};

/** The first picture of a text that stands alone. */
function pictureIn(state: EditorState): Picture {
	const tree = ensureSyntaxTree(state, state.doc.length, 5_000);
	for (let node = tree?.topNode.firstChild ?? null; node; node = node.nextSibling) {
		const found = pictureAlone(state, node);
		if (found) return found;
	}
	throw new Error(`no picture in ${state.doc}`);
}

const changed = (doc: string, change: (state: EditorState, picture: Picture) => ChangeSpec | null): string => {
	const state = stateOf(doc);
	const changes = change(state, pictureIn(state));
	return changes ? state.update({ changes }).newDoc.toString() : doc;
};

/** What a reader gets of the picture. */
function shown(doc: string): { alt: string; caption: string; size: string } {
	const { html } = renderMarkdown(doc);
	const at = html.lastIndexOf("<img", html.indexOf("後文"));
	const start = Math.max(html.lastIndexOf("<figure", at), html.lastIndexOf("<p>", at));
	const part = html.slice(start, html.indexOf("後文"));
	return {
		alt: plainText(/ alt="([^"]*)"/.exec(part)?.[1] ?? ""),
		caption: plainText(/<figcaption>([\s\S]*)<\/figcaption>/.exec(part)?.[1] ?? ""),
		size: /^<figure class="(\w+)"/.exec(part)?.[1] ?? "",
	};
}

const read = (doc: string): { alt: string; caption: string; size: Size } => {
	const state = stateOf(doc);
	const { alt, title, size } = pictureIn(state);
	const words = (span: { from: number; to: number } | null) =>
		span ? readWords(state.sliceDoc(span.from, span.to)).text : "";
	return { alt: words(alt), caption: words(title), size: size?.is ?? "" };
};

const piece = fc.constantFrom(
	..."[]()\\\"'*_`~<>&!{}.#:;|-=$ a1字，「」😀",
	"![",
	"](",
	"https://a.example/b_c_d",
	"www.example.org",
	"<b>",
	"{.small}",
	"上傳中：",
);
/** Without characters by their names, which are read as what they name. */
const words = fc.array(piece, { maxLength: 9 }).map((all) => all.join("").replace(/&(?=#?\w+;)/g, ""));
type Step = { alt: string } | { caption: string } | { size: Size };
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ alt: words }),
	fc.record({ caption: words }),
	fc.record({ size: fc.constantFrom<Size>("", "small", "wide") }),
);
const first = fc.constantFrom(
	"![窗](a.png)",
	"![](a.png)",
	'![窗\\] *b*](a.png "圖說 \\"x\\"")',
	"![窗](<a b.png> '它''){: .wide}".replace("''", "\\''"),
	"![窗](a.png (圖說)){.small}  ",
);

test("whatever is written as words and size, in any order, is what readers get, and the rest of the text stays", () => {
	fc.assert(
		fc.property(first, fc.array(step, { maxLength: 6 }), (picture, steps) => {
			let doc = BEFORE + picture + AFTER;
			const wanted: { alt: string; caption: string; size: string } = read(doc);
			for (const one of steps) {
				Object.assign(wanted, one);
				doc = changed(doc, (state, found) => {
					if ("alt" in one) return altChange(state, found, one.alt);
					return "caption" in one ? captionChange(state, found, one.caption) : sizeChange(found, one.size);
				});
				assert.ok(doc.startsWith(BEFORE) && doc.endsWith(AFTER), doc);
				assert.deepEqual(read(doc), wanted, doc);
			}
			if (steps.length === 0) return;
			const tidy = (text: string) => plainText(text.replace(/&/g, "&amp;").replace(/</g, "&lt;"));
			const told = shown(doc);
			if (steps.some((one) => "alt" in one)) assert.equal(told.alt, tidy(wanted.alt), doc);
			if (steps.some((one) => "caption" in one)) assert.equal(told.caption, tidy(wanted.caption), doc);
			assert.equal(told.size, wanted.size, doc);
		}),
		{ numRuns: 3_000 },
	);
});

test("a change writes only what changed", () => {
	const doc = `${BEFORE}![窗 *邊* \\[1\\]](<a b.png>  '圖 "說"'){: .small }${AFTER}`;
	const ways: [string, (state: EditorState, picture: Picture) => ChangeSpec | null, string, string][] = [
		["one letter of the alternative text", (s, p) => altChange(s, p, "窗 *裡* [1]"), "邊", "裡"],
		["one letter of the caption", (s, p) => captionChange(s, p, '圖 "解"'), "說", "解"],
		["the size", (_, p) => sizeChange(p, "wide"), "small", "wide"],
		["no size", (_, p) => sizeChange(p, ""), "{: .small }", ""],
		["no caption", (s, p) => captionChange(s, p, ""), `  '圖 "說"'`, ""],
		["the file", (s, p) => fileChange(s, p, { url: "/c.png", alt: "窗 *邊* [1]" }), "<a b.png>", "/c.png"],
	];
	for (const [what, way, was, now] of ways)
		assert.equal(
			changed(doc, way),
			doc.replace(was, () => now),
			what,
		);
	assert.equal(
		changed(doc, (s, p) => altChange(s, p, "窗 *邊* [1]")),
		doc,
	);
});

test("a block goes with one of the empty lines beside it", () => {
	const gone = (doc: string, block: string): string => {
		const from = doc.indexOf(block);
		const state = stateOf(doc);
		return state.update({ changes: withGap(state, { from, to: from + block.length }) }).newDoc.toString();
	};
	assert.equal(gone("甲\n\n![](a)\n\n乙", "![](a)"), "甲\n\n乙");
	assert.equal(gone("甲\n\n![](a)", "![](a)"), "甲");
	assert.equal(gone("甲\n\n![](a)\n", "![](a)"), "甲\n");
	assert.equal(gone("![](a)", "![](a)"), "");
});

test("what is not one picture alone is not drawn as one", () => {
	for (const doc of [
		"![窗](a.png) 字",
		"![窗](a.png)\n![門](b.png)",
		"[![窗](a.png)](b)",
		"![窗][w]\n\n[w]: a.png",
		"![窗](a.png){.big}",
		"![窗](a.png)\n{.small}",
		"- ![窗](a.png)",
		"> ![窗](a.png)",
	])
		assert.throws(() => pictureIn(stateOf(doc)), /no picture/, doc);
});
