import { html, type VNode } from "#admin/html.ts";
import { type Run, wordsApart } from "./words-apart.ts";

export type Difference = {
	before: string;
	after: string;
	/** Both in one text, or only the later one with its new words marked. */
	show?: "both" | "after" | undefined;
};

const mark = ({ kind, text }: Run): VNode | string => {
	if (kind === "same") return text;
	return kind === "added" ? html`<ins>${text}</ins>` : html`<del>${text}</del>`;
};

/** Two texts as one, what was taken away struck through and what came in underlined, word by word. */
export const difference = ({ before, after, show = "both" }: Difference): VNode =>
	html`<span class="difference">${wordsApart(before, after)
		.filter(({ kind }) => show === "both" || kind !== "removed")
		.map(mark)}</span>`;
