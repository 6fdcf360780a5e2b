import { Marked, type MarkedExtension } from "marked";
import { bounded } from "./bounded.ts";
import { chinese } from "./cjk.ts";
import { definitionLists } from "./definition-lists.ts";
import { figures } from "./figures.ts";
import { placeImages, type Sizes } from "./files.ts";
import { footnotes } from "./footnotes.ts";
import { headingIds, type TocEntry } from "./headings.ts";
import { lines } from "./lines.ts";
import { sanitize, sanitizePreview } from "./sanitize.ts";
import { wideTables } from "./tables.ts";

// marked and xss build their rules when loaded: import this file with `await import(...)`, for a fast start.

export type Rendered = { html: string; toc: TocEntry[] };

/**
 * Renders Markdown (GFM, with footnotes, definition lists, `## Title {#id}`, pictures with a caption and a size, and
 * emphasis beside Chinese punctuation) and the HTML inside it as clean HTML that needs no further escaping. Headings have unique ids and are listed in
 * `toc`; images load lazily and, where `sizes` knows them, have their size. For a preview, `hasLines`, blocks say in `data-line`
 * at which line of the text they begin.
 */
export function renderMarkdown(markdown: string, sizes?: Sizes, { hasLines = false } = {}): Rendered {
	const notes = footnotes();
	const marked = new Marked(
		{ gfm: true },
		bounded,
		notes.extension,
		chinese,
		definitionLists,
		wideTables,
		presentation,
		figures,
		...(hasLines ? [lines] : []),
	);
	const text = markdown.replace(/\r\n?/g, "\n");
	const clean = hasLines ? sanitizePreview : sanitize;
	const { html, toc } = headingIds(clean(orAsWritten(text, () => marked.parse(text, { async: false }) + notes.list())));
	return { html: placeImages(html, sizes).trim(), toc };
}

/**
 * Renders a text, or returns it as it was written when nested blocks are too many for the lexer's budget or the stack.
 */
function orAsWritten(text: string, render: () => string): string {
	try {
		return render();
	} catch (error) {
		if (error instanceof RangeError) return `<pre>${escapeHtml(text)}</pre>`;
		throw error;
	}
}

/** Matches a heading's attributes as Hugo, kramdown and Pandoc write them: `## Title {#id .class}`, `{: #id}`. */
const ATTRIBUTES = /\{:?\s*([#.][^{}]*)\}\s*$/;
/** Matches what GitHub calls an alert: `> [!NOTE]`. */
const ALERT = /^<p>\[!([a-z]+)\][+-]?\s*/i;

/**
 * Matches the title of a code block as Hugo, Docusaurus and others write it: ```md {file="a.md"}; Hexo writes it
 * without a key.
 */
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
