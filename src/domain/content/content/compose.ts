import { BODY_BYTES, bytesOf, ROW_BYTES } from "#kernel/limits.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Sizes } from "./files.ts";
import { renderMarkdown } from "./markdown.ts";
import { plainText, readingMinutes } from "./text.ts";

// Import it with `await import(...)`, so that the Worker starts without the Markdown renderer.

/** A text with its rendered form as stored; `toc` is JSON. */
export type Composed = { bodyMarkdown: string; bodyHtml: string; toc: string; readingMinutes: number };

/**
 * Renders a Markdown text for the website; `sizes` knows the pictures in it, `hasLines` is for previews. Refuses `content.too_long`: more than
 * BODY_BYTES, or together with its HTML more than a row holds.
 */
export function compose(bodyMarkdown: string, sizes: Sizes, of?: { hasLines: boolean }): Composed {
	const bytes = bytesOf(bodyMarkdown);
	if (bytes > BODY_BYTES) throw new Refusal("content.too_long");
	const { html, toc } = renderMarkdown(bodyMarkdown, sizes, of);
	const made = { bodyMarkdown, bodyHtml: html, toc: JSON.stringify(toc) };
	if (bytes + bytesOf(html) + bytesOf(made.toc) > ROW_BYTES) throw new Refusal("content.too_long");
	return { ...made, readingMinutes: readingMinutes(plainText(html)) };
}
