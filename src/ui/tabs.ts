import { count } from "./count.ts";
import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import type { Tab } from "./page.ts";
import { type Here, hrefWith } from "./url-state.ts";

/** Draws links to related pages of one level, the present page marked with `aria-current`; null without links. */
export const tabs = (list: Tab[] = [], label = "分頁"): VNode | null =>
	list.length === 0
		? null
		: html`<nav class="tabs" aria-label=${label}>
				${list.map(
					({ label: words, href, current, count: many, icon: sign, cut, view }) =>
						html`<a class=${cut ? "cut" : undefined} href=${href} aria-current=${current ? "page" : undefined} data-view=${view}>${sign && icon(sign)}${words}${many !== undefined && count(many)}</a>`,
				)}
			</nav>`;

type Choice = { value: string | undefined; label: string; count?: number | undefined };

/**
 * Makes the tabs of one list: each tab sets the query parameter `name` to its value, and the first tab, the default,
 * removes the parameter. The other parameters of the address stay.
 */
export const tabsOf = (
	{ here, name, now }: { here: Here; name: string; now: string | undefined },
	list: readonly Choice[],
) =>
	list.map(
		({ value, label, count: many }, nth): Tab => ({
			label,
			href: hrefWith(here, { [name]: nth === 0 ? undefined : value }),
			current: value === now,
			count: many,
		}),
	);
