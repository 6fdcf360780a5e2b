import { compose } from "#domain/content/content/compose.ts";
import { BODY_BYTES, bytesOf, ROW_BYTES } from "#kernel/limits.ts";
import { Refusal } from "#kernel/refusal.ts";

/** The length below which Markdown always fits into a row, although a quotation mark becomes six bytes of HTML. */
const SAFE = 200_000;

/** Returns a sentence on why a Markdown text is too long to be stored; null when it fits. */
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
