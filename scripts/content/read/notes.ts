import type { Finding } from "../site.ts";

/**
 * The notes on what could not be imported exactly from one file: one finding for each kind, at the line of its first
 * occurrence.
 */
export type Notes = { add: (literal: string, message: string) => void; findings: () => Finding[] };

/** Starts the notes of a file; `text` is the whole file, in which `literal` is looked up for its line. */
export function takeNotes(path: string, text: string): Notes {
	const found = new Map<string, { line: number; count: number }>();
	return {
		add: (literal, message) => {
			const known = found.get(message);
			if (known) known.count++;
			else found.set(message, { line: lineOf(text, literal) ?? 1, count: 1 });
		},
		findings: () =>
			[...found].map(([message, { line, count }]) => ({
				path,
				line,
				kind: "warning",
				message: count > 1 ? `${message} (${count} times)` : message,
			})),
	};
}

/** Returns the line, from 1, of the first occurrence of `literal` at or after `from`; null when there is none. */
export function lineOf(text: string, literal: string, from = 0): number | null {
	const index = text.indexOf(literal, from);
	return index === -1 ? null : text.slice(0, index).split("\n").length;
}
