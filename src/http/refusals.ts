import type { RefusalCode } from "#kernel/refusal.ts";

/** The status of a refusal: 409 for a form older than what it changes, 429 for what came too often, else 422. */
export function statusOf(code: RefusalCode): 409 | 422 | 429 {
	if (/[._](?:stale|moved)$/.test(code) || code === "form.changed") return 409;
	if (code.endsWith(".wait") || code.endsWith(".busy")) return 429;
	return 422;
}
