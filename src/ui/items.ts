import { type Children, html, type VNode } from "./html.ts";

export type Item = {
	title: Children;
	href?: string | undefined;
	/** Shown under the title. */
	sub?: Children;
	/** Shown at the end of the first line; `endSub` at the end of the second. */
	end?: Children;
	endSub?: Children;
	/** Shown in place of `end` and `endSub`: a status, centred vertically. */
	side?: Children;
	/** Shown below the item, beside which it is no part of the link: what else can be done. */
	acts?: Children;
};

const inside = ({ title, sub, end, endSub, side }: Item): Children =>
	side
		? [html`<b>${title}</b>`, html`<span class="item-side">${side}</span>`, sub && html`<small>${sub}</small>`]
		: [
				html`<b>${title}</b>`,
				html`<span>${end}</span>`,
				(sub || endSub) && html`<small>${sub}</small>`,
				endSub && html`<small>${endSub}</small>`,
			];

/**
 * Draws a list of items one under the other, each with its title and facts; an item with `href` is a link as a whole.
 */
export const items = (list: Item[]): VNode => html`<ul class="items">
	${list.map(
		(item) =>
			html`<li>
				${item.href ? html`<a class="item" href=${item.href}>${inside(item)}</a>` : html`<div class="item">${inside(item)}</div>`}
				${item.acts && html`<div class="row">${item.acts}</div>`}
			</li>`,
	)}
</ul>`;
