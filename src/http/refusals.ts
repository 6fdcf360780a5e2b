import type { RefusalCode } from "#kernel/refusal.ts";

/**
 * Returns the HTTP status of a refusal: 409 for `form.changed` and codes that end in `stale` or `moved` (the form is
 * older than the record that it changes), 429 for codes that end in `.wait` or `.busy`, otherwise 422.
 */
export function statusOf(code: RefusalCode): 409 | 422 | 429 {
	if (/[._](?:stale|moved)$/.test(code) || code === "form.changed") return 409;
	if (code.endsWith(".wait") || code.endsWith(".busy")) return 429;
	return 422;
}
