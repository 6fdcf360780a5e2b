import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/**
 * Draws a button that copies a text; it is shown only when scripts run. `about` names the text for screen readers: 複製
 * 劃撥帳號.
 */
export const copyButton = ({
	text,
	about,
	small = true,
}: {
	text: string;
	about: string;
	small?: boolean;
}): VNode => html`<button
	class=${small ? "btn s scripted" : "btn scripted"}
	type="button"
	data-copy=${text}
>
	${icon("copy")}<span data-copy-word>複製</span><span class="sr">${about}</span>
</button>`;

/** Draws a list of texts to copy, such as account numbers and codes, each with its copy button. */
export const copyList = (list: { name: string; text: string; shown?: Children }[]): VNode => html`<dl>
	${list.map(
		({ name, text, shown }) => html`<div class="copy">
			<dt>${name}</dt>
			<dd>${shown ?? text}</dd>
			<dd class="copy-act">${copyButton({ text, about: name })}</dd>
		</div>`,
	)}
</dl>`;
