import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/** Draws a link-like word that unfolds more content below it. */
export const disclosure = (
	{ label, open }: { label: string; open?: boolean | undefined },
	...children: Children[]
): VNode => html`<details
	class="disclosure"
	open=${open}
>
	<summary class="link">${label}</summary>
	<div>${children}</div>
</details>`;

/** Draws a fold of settings that stands directly in a card, without the card's own body. */
export const fold = (
	{ label, beside, open }: { label: string; beside?: Children; open?: boolean | undefined },
	...children: Children[]
): VNode => html`<details
	class="fold"
	open=${open}
>
	<summary>${label}${beside}${icon("down", "turn")}</summary>
	<div class="stack">${children}</div>
</details>`;

/** Draws one button that opens a menu of less frequent actions: links and whole forms, one under the other. */
export const actionsMenu = ({ label = "更多" }: { label?: string }, ...children: Children[]): VNode => html`<details
	class="actions-menu"
	data-menu
>
	<summary class="btn">${label}${icon("down", "turn")}</summary>
	<div class="pop-panel">${children}</div>
</details>`;
