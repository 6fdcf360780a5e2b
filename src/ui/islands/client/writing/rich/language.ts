import { defineLanguageFacet, Language } from "@codemirror/language";
import {
	Autolink,
	type InlineContext,
	type MarkdownConfig,
	parser,
	Strikethrough,
	Table,
	TaskList,
} from "@lezer/markdown";
import { chineseEmphasis } from "#domain/content/content/emphasis.ts";

/** The most characters that an emphasis of one passage is looked for in. */
const PASSAGE = 4_000;
const NODES = {
	"**": { whole: "StrongEmphasis", mark: "EmphasisMark" },
	"*": { whole: "Emphasis", mark: "EmphasisMark" },
	"~~": { whole: "Strikethrough", mark: "StrikethroughMark" },
} as const;

/** Reads emphasis beside Chinese punctuation as the website's renderer does (domain/content/content/emphasis.ts). */
const chinese: MarkdownConfig = {
	parseInline: [{ name: "ChineseEmphasis", before: "Emphasis", parse: chineseAt }],
};

function chineseAt(context: InlineContext, next: number, from: number): number {
	if (next !== 42 && next !== 126) return -1;
	if (context.char(from - 1) === next) return -1;
	const found = chineseEmphasis(context.slice(from, Math.min(context.end, from + PASSAGE)));
	if (!found) return -1;
	const { whole, mark } = NODES[found.mark];
	const size = found.mark.length;
	const to = from + found.raw.length;
	const inside = context.parser.parseInline(found.text, from + size);
	return context.addElement(
		context.elt(whole, from, to, [context.elt(mark, from, from + size), ...inside, context.elt(mark, to - size, to)]),
	);
}

/** Markdown as the website renders it: GFM, and emphasis beside Chinese punctuation. */
export const markdown = new Language(
	defineLanguageFacet({}),
	parser.configure([Table, TaskList, Strikethrough, Autolink, chinese]),
	[],
	"markdown",
);
