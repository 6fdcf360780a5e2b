import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/** Copies a text; exists only where scripts run. `about` says what: 複製 劃撥帳號. */
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

/** Numbers to take along, each with its button: an account, a code. */
export const copyList = (list: { name: string; text: string; shown?: Children }[]): VNode => html`<dl>
	${list.map(
		({ name, text, shown }) => html`<div class="copy">
			<dt>${name}</dt>
			<dd>${shown ?? text}</dd>
			<dd class="copy-act">${copyButton({ text, about: name })}</dd>
		</div>`,
	)}
</dl>`;
