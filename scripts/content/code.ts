/** A segment of Markdown: code that must stay as it is, or text. Joined, all segments are the whole Markdown. */
export type Segment = { isCode: boolean; text: string };

const FENCE = /^(?:[ \t]|>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\n]*)/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;

/**
 * Cuts Markdown into code (fenced, indented, in back-ticks) and text. It follows CommonMark closely, except that inside
 * lists an indented line counts as text.
 */
export function segments(markdown: string): Segment[] {
	const found: Segment[] = [];
	let text: string[] = [];
	const flush = (): void => {
		if (text.length > 0) found.push(...inlineSegments(text.join("")));
		text = [];
	};
	const lines = markdown.split(/(?<=\n)/);
	let isInList = false;
	for (let i = 0; i < lines.length; i++) {
		const line = lines[i] ?? "";
		const end = fenceEnd(lines, i) ?? indentedEnd(lines, i, isInList);
		if (end !== undefined) {
			flush();
			found.push({ isCode: true, text: lines.slice(i, end).join("") });
			i = end - 1;
			continue;
		}
		if (LIST_ITEM.test(line)) isInList = true;
		else if (/^\S/.test(line)) isInList = false;
		text.push(line);
	}
	flush();
	return found;
}

/** Applies `change` to everything that is not code. */
export const outsideCode = (markdown: string, change: (text: string) => string): string =>
	segments(markdown)
		.map(({ isCode, text }) => (isCode ? text : change(text)))
		.join("");

/** Returns the index of the line after the fenced block that begins at line `start`; undefined without one. */
function fenceEnd(lines: string[], start: number): number | undefined {
	const [, fence = "", info = ""] = FENCE.exec(lines[start] ?? "") ?? [];
	if (fence === "" || (fence.startsWith("`") && info.includes("`"))) return undefined;
	const closing = new RegExp(`^[ \\t>]*\\${fence[0]}{${fence.length},}[ \\t]*$`);
	for (let i = start + 1; i < lines.length; i++) if (closing.test((lines[i] ?? "").trimEnd())) return i + 1;
	return lines.length;
}

function indentedEnd(lines: string[], start: number, isInList: boolean): number | undefined {
	const isIndented = (line: string | undefined): boolean => /^(?: {4}|\t)\s*\S/.test(line ?? "");
	const isBlank = (line: string | undefined): boolean => /^\s*$/.test(line ?? "");
	if (isInList || !isIndented(lines[start]) || (start > 0 && !isBlank(lines[start - 1]))) return undefined;
	let end = start;
	while (end < lines.length && (isIndented(lines[end]) || (isBlank(lines[end]) && isIndented(lines[end + 1])))) end++;
	return end;
}

/** Cuts a text at its code spans: back-ticks are closed by the next run of the same length in the paragraph. */
function inlineSegments(text: string): Segment[] {
	const found: Segment[] = [];
	const runs = [...text.matchAll(/(?<!\\)`+/g)];
	let from = 0;
	for (let i = 0; i < runs.length; i++) {
		const open = runs[i];
		if (!open || open.index < from) continue;
		const close = runs.slice(i + 1).find((run) => run[0].length === open[0].length && run.index >= from);
		if (!close || /\n[ \t]*\n/.test(text.slice(open.index, close.index))) continue;
		if (open.index > from) found.push({ isCode: false, text: text.slice(from, open.index) });
		from = close.index + close[0].length;
		found.push({ isCode: true, text: text.slice(open.index, from) });
	}
	if (from < text.length) found.push({ isCode: false, text: text.slice(from) });
	return found;
}
