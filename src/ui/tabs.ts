import { count } from "./count.ts";
import { html, type VNode } from "./html.ts";
import type { Tab } from "./page.ts";

/** Links to sister pages, the present one marked by the line that ends in a ring. */
export const tabs = (list: Tab[] = [], label = "分頁"): VNode | null =>
	list.length === 0
		? null
		: html`<nav class="tabs" aria-label=${label}>
				${list.map(
					({ label: words, href, current, count: many }) =>
						html`<a href=${href} aria-current=${current ? "page" : undefined}>${words}${many !== undefined && count(many)}</a>`,
				)}
			</nav>`;
