import { Marked, type MarkedExtension } from "marked";
import { bounded } from "./bounded.ts";
import { chinese } from "./cjk.ts";
import { definitionLists } from "./definition-lists.ts";
import { placeImages, type Sizes } from "./files.ts";
import { footnotes } from "./footnotes.ts";
import { headingIds, type TocEntry } from "./headings.ts";
import { sanitize } from "./sanitize.ts";
import { wideTables } from "./tables.ts";

// marked and xss build their rules when they are loaded: `await import(...)` what renders, so that the Worker starts without.

export type Rendered = { html: string; toc: TocEntry[] };

/**
 * Markdown (GFM, with footnotes, definition lists, `## Title {#id}` and emphasis beside Chinese punctuation) and the
 * HTML inside it as clean HTML: headings have unique ids and stand in `toc`, images load late and, where `sizes` knows
 * them, keep their place. Needs no further escaping.
 */
export function renderMarkdown(markdown: string, sizes?: Sizes): Rendered {
	const notes = footnotes();
	const marked = new Marked(
		{ gfm: true },
		bounded,
		notes.extension,
		chinese,
		definitionLists,
		wideTables,
		presentation,
	);
	const text = markdown.replace(/\r\n?/g, "\n");
	const { html, toc } = headingIds(
		sanitize(orAsWritten(text, () => marked.parse(text, { async: false }) + notes.list())),
	);
	return { html: placeImages(html, sizes).trim(), toc };
}

/** Thousands of nested quotations overflow the parser's stack: such a text is shown as it was written. */
function orAsWritten(text: string, render: () => string): string {
	try {
		return render();
	} catch (error) {
		if (error instanceof RangeError) return `<pre>${escapeHtml(text)}</pre>`;
		throw error;
	}
}

/** A heading's attributes as Hugo, kramdown and Pandoc write them: `## Title {#id .class}`, `{: #id}`. */
const ATTRIBUTES = /\{:?\s*([#.][^{}]*)\}\s*$/;
/** What GitHub calls an alert: `> [!NOTE]`. */
const ALERT = /^<p>\[!([a-z]+)\][+-]?\s*/i;

/** The name of a block of code, as Hugo, Docusaurus and others write it: ```md {file="a.md"}; Hexo's is the bare rest. */
const CODE_TITLE = /(?:file|filename|title|name)=["']([^"']+)["']/;
const escapeHtml = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const presentation: MarkedExtension = {
	renderer: {
		heading({ tokens, depth }) {
			const text = this.parser.parseInline(tokens);
			const id = /#([^\s#.{}]+)/.exec(ATTRIBUTES.exec(text)?.[1] ?? "")?.[1];
			return `<h${depth}${id ? ` id="${id}"` : ""}>${text.replace(ATTRIBUTES, "").trimEnd()}</h${depth}>\n`;
		},
		blockquote({ tokens }) {
			const inner = this.parser.parse(tokens).replace(ALERT, "<p><strong>$1</strong><br>");
			return `<blockquote>\n${inner}</blockquote>\n`;
		},
		code({ text, lang = "", escaped }) {
			const [, language = "", rest = ""] = /^([^\s{]*)\s*(.*)$/s.exec(lang.trim()) ?? [];
			const className = /^[\w+#.-]+$/.test(language) ? ` class="language-${language}"` : "";
			const block = `<pre><code${className}>${escaped ? text : escapeHtml(text)}\n</code></pre>\n`;
			const title = CODE_TITLE.exec(rest)?.[1] ?? (/[{}=]/.test(rest) ? "" : rest);
			return title ? `<figure>\n<figcaption>${escapeHtml(title)}</figcaption>\n${block}</figure>\n` : block;
		},
		checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
	},
};
