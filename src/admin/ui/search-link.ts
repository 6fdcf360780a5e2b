import { html, type VNode } from "#admin/html.ts";
import { icon } from "./icon.ts";

/** On a phone the search is a link to its page; on a wider screen `box`, the island, stands in the bar. */
export const searchPlace = (href: string, box: VNode): VNode => html`<div class="quick">
	${box}
	<a class="nav-item plain-item narrow" href=${href}>${icon("search")}<span class="sr">搜尋</span></a>
</div>`;
