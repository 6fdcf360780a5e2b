import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/** Draws the search of the bar: a link to the search page on a phone; on a wider screen the island `box`. */
export const searchPlace = (
	{ href, label }: { href: string; label: string },
	box: VNode,
): VNode => html`<div class="quick">
	${box}
	<a class="nav-item plain-item narrow" href=${href}>${icon("search")}<span class="sr">${label}</span></a>
</div>`;
