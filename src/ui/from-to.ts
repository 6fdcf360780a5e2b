import { type Children, html, type VNode } from "./html.ts";

/** A value, or that there is none. */
export const orEmpty = (text: string): Children => (text === "" ? html`<span class="soft">（空白）</span>` : text);

const marked = (tag: "del" | "ins", text: string): VNode =>
	tag === "del"
		? html`<del><span class="sr">原為</span>${text}</del>`
		: html`<ins><span class="sr">改為</span>${text}</ins>`;

/** What a value was and what it became. */
export const fromTo = (from: string, to: string): VNode =>
	html`<span>${from ? marked("del", from) : orEmpty(from)} → ${to ? marked("ins", to) : orEmpty(to)}</span>`;
