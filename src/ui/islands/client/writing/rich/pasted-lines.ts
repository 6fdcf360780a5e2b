import type { EditorState, Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { isAsWritten, nodeAround } from "./marks.ts";

/** A line that begins as Markdown does: text in which one stands is pasted as it is. */
const MARKED = /^[ \t]*(?:[-*+>#|<]|\d{1,9}[.)][ \t]|```|~~~)/m;

/**
 * Returns copied lines as paragraphs, since a break within a paragraph is none on the website; Markdown, and what comes
 * into code, a list or a quotation, stays as it is.
 */
export function pastedLines(text: string, state: EditorState): string {
	const at = state.selection.main.from;
	const isKept = MARKED.test(text) || isAsWritten(state, at) || nodeAround(state, at, /^(?:ListItem|Blockquote)$/);
	if (isKept) return text;
	const lines = text.replace(/\r\n?/g, "\n").split("\n");
	return lines
		.map((line) => line.trimEnd())
		.filter((line, at) => line !== "" || at === lines.length - 1)
		.join("\n\n");
}

export const asParagraphs: Extension = EditorView.clipboardInputFilter.of(pastedLines);
