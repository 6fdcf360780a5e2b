import { type Children, html, type VNode } from "./html.ts";

export type Step = {
	title: string;
	/** done: behind us; now: waits for somebody; todo: still to come. */
	state: "done" | "now" | "todo";
	/** Who, and when. */
	who?: Children;
	/** What they wrote. */
	comment?: string | undefined;
	more?: Children;
};

const WORD = { done: "已完成：", now: "目前：", todo: "尚未：" } as const;

/** The steps of an approval: who, when, what they said, and who is next. */
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

/** Notes under each other, the newest first: the words, then who and when. */
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

/** How far a queue is, a bead for each thing; for the head of a page. */
export const beads = ({ done, total, label }: { done: number; total: number; label: string }): VNode => html`<ol
	class="beads"
	aria-label=${label}
>
	${Array.from({ length: total }, (_, at) => html`<li class=${at < done ? "done" : at === done ? "now" : "todo"}></li>`)}
</ol>`;
