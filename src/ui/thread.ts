import { type Children, html, type VNode } from "./html.ts";

export type Step = {
	title: string;
	/** Whether the step is done, waits for somebody now, or is still to come (`todo`). */
	state: "done" | "now" | "todo";
	/** The user who takes the step, and when. */
	who?: Children;
	/** The comment of that user. */
	comment?: string | undefined;
	more?: Children;
};

const WORD = { done: "已完成：", now: "目前：", todo: "尚未：" } as const;

/** Draws the steps of an approval: who took each step, when and with what comment, and who is next. */
export const steps = (list: Step[]): VNode => html`<ol class="thread">
	${list.map(
		({
			title,
			state,
			who,
			comment,
			more,
		}) => html`<li class=${state} aria-current=${state === "now" ? "step" : undefined}>
			<b class="step-title"><span class="sr">${WORD[state]}</span>${title}</b>
			${who && html`<div>${who}</div>`} ${comment && html`<blockquote>${comment}</blockquote>`} ${more}
		</li>`,
	)}
</ol>`;

/** Draws notes one under the other, in the order of the list: the text, then the author and the time. */
export const thread = (
	list: { text: string; by: string; at: Children; more?: Children }[],
): VNode => html`<ol class="thread short">
	${list.map(
		({ text, by, at, more }) => html`<li>
			<p class="note-text">${text}</p>
			<footer><b>${by}</b>${at}${more}</footer>
		</li>`,
	)}
</ol>`;

/** Draws how many of `total` records are done as a row of dots, one for each record, for the head of a page. */
export const beads = ({ done, total, label }: { done: number; total: number; label: string }): VNode => html`<ol
	class="beads"
	aria-label=${label}
>
	${Array.from({ length: total }, (_, at) => html`<li class=${at < done ? "done" : at === done ? "now" : "todo"}></li>`)}
</ol>`;
