import { compose } from "#domain/content/content/compose.ts";
import { BODY_BYTES, bytesOf, ROW_BYTES } from "#kernel/limits.ts";
import { Refusal } from "#kernel/refusal.ts";

/** Markdown below this cannot grow beyond a row: a quotation mark becomes six bytes. */
const SAFE = 200_000;

/** What is wrong with the length of a text, or null. */
export function tooLong(markdown: string): string | null {
	const size = bytesOf(markdown);
	if (size > BODY_BYTES)
		return `the text has ${Math.ceil(size / 1000)} KB: at most ${BODY_BYTES / 1000} KB fit, divide it`;
	if (size <= SAFE) return null;
	try {
		compose(markdown, () => undefined);
		return null;
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return `the text is too long with its HTML: at most ${ROW_BYTES / 1000} KB fit, divide it`;
	}
}
