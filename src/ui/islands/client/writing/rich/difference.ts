import type { Edit } from "#ui/islands/markdown-edits.ts";

/** Returns the one change that makes a text of another, leaving what both begin and end with; null for the same text. */
export function difference(was: string, now: string): Edit | null {
	if (was === now) return null;
	const most = Math.min(was.length, now.length);
	let from = 0;
	while (from < most && was[from] === now[from]) from++;
	let end = 0;
	while (end < most - from && was[was.length - 1 - end] === now[now.length - 1 - end]) end++;
	return { from, to: was.length - end, insert: now.slice(from, now.length - end) };
}
