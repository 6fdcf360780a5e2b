import { type Children, html, type VNode } from "./html.ts";

/** One bar of a list: how many, and its number as it is drawn, such as a link. */
export type Bar = { name: string; many: number; value: Children; isRest?: boolean };

/** Draws numbers as a list of bars, each as long as its share of the greatest; the words and numbers stand beside them. */
export function bars(list: readonly Bar[]): VNode {
	const most = Math.max(1, ...list.map(({ many }) => many));
	return html`<ul class="plain bars">
		${list.map(
			({ name, many, value, isRest }) => html`<li class=${isRest && "rest"}>
				<span>${name}</span>
				<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width=${((100 * many) / most).toFixed(1)} height="8" rx="1" /></svg>
				<span class="num">${value}</span>
			</li>`,
		)}
	</ul>`;
}
