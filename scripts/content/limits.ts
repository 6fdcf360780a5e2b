import { renderMarkdown } from "#domain/content/markdown.ts";

/** Bytes of Markdown that a text may have. */
const BODY = 500_000;
/** Bytes of Markdown and HTML together: a row of D1 holds 2 MB. */
const ROW = 1_700_000;
/** Markdown below this cannot grow beyond a row: a quotation mark becomes six bytes. */
const SAFE = 200_000;

/** What is wrong with the length of a text, or null. */
export function tooLong(markdown: string): string | null {
	const size = Buffer.byteLength(markdown);
	if (size > BODY) return `the text has ${Math.ceil(size / 1000)} KB: at most ${BODY / 1000} KB fit, divide it`;
	if (size <= SAFE) return null;
	const { html, toc } = renderMarkdown(markdown);
	const whole = size + Buffer.byteLength(html) + Buffer.byteLength(JSON.stringify(toc));
	return whole > ROW
		? `the text becomes ${Math.ceil(whole / 1000)} KB with its HTML: at most ${ROW / 1000} KB fit, divide it`
		: null;
}
