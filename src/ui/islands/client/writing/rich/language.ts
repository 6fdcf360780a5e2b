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
import { chineseEmphasesIn, type Emphasised } from "#domain/content/content/emphasis.ts";

const NODES = {
	"**": { whole: "StrongEmphasis", mark: "EmphasisMark" },
	"*": { whole: "Emphasis", mark: "EmphasisMark" },
	"~~": { whole: "Strikethrough", mark: "StrikethroughMark" },
} as const;

/** Reads emphasis beside Chinese punctuation as the website's renderer does (domain/content/content/emphasis.ts). */
const chinese: MarkdownConfig = {
	parseInline: [{ name: "ChineseEmphasis", before: "Emphasis", parse: chineseAt }],
};

/** The emphases of the passage that is being read: a passage is read once, and asked at each of its marks. */
const read = new WeakMap<InlineContext, ReadonlyMap<number, Emphasised>>();

function chineseAt(context: InlineContext, next: number, from: number): number {
	if (next !== 42 && next !== 126) return -1;
	const all = read.get(context) ?? chineseEmphasesIn(context.text);
	read.set(context, all);
	const found = all.get(from - context.offset);
	// The words of a link or a picture end before its address, which an emphasis never takes in.
	if (!found || (context.hasOpenLink && found.raw.includes("]("))) return -1;
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
