import { type Children, html, type VNode } from "./html.ts";

/** Returns a text, or the words （空白） when it is empty. */
export const orEmpty = (text: string): Children => (text === "" ? html`<span class="soft">（空白）</span>` : text);

const marked = (tag: "del" | "ins", text: string): VNode =>
	tag === "del"
		? html`<del><span class="sr">原為</span>${text}</del>`
		: html`<ins><span class="sr">改為</span>${text}</ins>`;

/**
 * Draws a value's change: the old value struck through, an arrow, the new value underlined; an empty value as （空白）.
 */
export const fromTo = (from: string, to: string): VNode =>
	html`<span>${from ? marked("del", from) : orEmpty(from)} → ${to ? marked("ins", to) : orEmpty(to)}</span>`;
