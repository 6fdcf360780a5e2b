import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/**
 * Draws the search in the bar: `box` (the search box), and a link to the search page that takes its place on a phone.
 */
export const searchPlace = (
	{ href, label }: { href: string; label: string },
	box: VNode,
): VNode => html`<div class="quick">
	${box}
	<a class="nav-item plain-item narrow" href=${href}>${icon("search")}<span class="sr">${label}</span></a>
</div>`;
