import { type Children, html, type VNode } from "./html.ts";

export type Item = {
	title: Children;
	href?: string | undefined;
	/** Under the title. */
	sub?: Children;
	/** At the end of the first line, and of the second. */
	end?: Children;
	endSub?: Children;
	/** In place of both ends: a status in the middle of the height. */
	side?: Children;
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

/** Things that wait or happened, each a whole link. */
export const items = (list: Item[]): VNode => html`<ul class="items">
	${list.map(
		(item) =>
			html`<li>
				${item.href ? html`<a class="item" href=${item.href}>${inside(item)}</a>` : html`<div class="item">${inside(item)}</div>`}
			</li>`,
	)}
</ul>`;
