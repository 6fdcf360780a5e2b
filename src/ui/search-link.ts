import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/** On a phone the search is a link to its page; on a wider screen `box`, the island, stands in the bar. */
export const searchPlace = (
	{ href, label }: { href: string; label: string },
	box: VNode,
): VNode => html`<div class="quick">
	${box}
	<a class="nav-item plain-item narrow" href=${href}>${icon("search")}<span class="sr">${label}</span></a>
</div>`;
