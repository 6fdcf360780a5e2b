import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/**
 * Draws a dialog over the page. `linkButton({ href, dialog: id })` opens it when scripts run; without scripts that link
 * leads to `href`, a page that asks the same question.
 */
export const dialog = ({ id, title }: { id: string; title: string }, ...children: Children[]): VNode => html`<dialog
	id=${id}
	aria-labelledby=${`${id}-title`}
>
	<div class="dialog-head">
		<h2 id=${`${id}-title`}>${title}</h2>
		<form method="dialog"><button class="btn quiet square">${icon("x")}<span class="sr">關閉</span></button></form>
	</div>
	<div class="dialog-body stack">${children}</div>
</dialog>`;
