import { count } from "./count.ts";
import { type Children, html, type VNode } from "./html.ts";

export type Card = {
	title?: string | undefined;
	/** The heading's level: 3 for a card inside a section that has its own h2. */
	level?: 2 | 3 | undefined;
	/** A count beside the title; `due` marks it as things that wait for somebody. */
	count?: number | string | undefined;
	due?: boolean | undefined;
	/** Shown beside the title: a status, a legend or quiet words. */
	beside?: Children;
	link?: { href: string; label: string } | undefined;
	foot?: Children;
	/** `true` when the children draw their own padding: tables, items, forms. */
	flush?: boolean | undefined;
	/** `ok` makes the card green, for something that was granted. */
	tone?: "ok" | undefined;
	id?: string | undefined;
	/** The card's name for screen readers when it has no title. */
	label?: string | undefined;
};

const head = ({ title, level = 2, count: many, due, beside, link }: Card): VNode | null =>
	title
		? html`<div class="card-head">
				${level === 2 ? html`<h2>${title}</h2>` : html`<h3 class="h2">${title}</h3>`}
				${many !== undefined && count(many, due)} ${beside} ${link && html`<a href=${link.href}>${link.label}</a>`}
			</div>`
		: null;

/** Draws a card: a section with a border and no shadow, a head, a body and an optional foot. */
export const card = (props: Card, ...children: Children[]): VNode => html`<section
	class=${props.tone ? `card ${props.tone}` : "card"}
	id=${props.id}
	aria-label=${props.label ?? props.title}
>
	${head(props)} ${props.flush ? children : html`<div class="card-body stack">${children}</div>`}
	${props.foot && html`<div class="card-foot">${props.foot}</div>`}
</section>`;
