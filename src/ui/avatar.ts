import { html, type VNode } from "./html.ts";

/** Draws the first character of a name in a circle, hidden from screen readers: the name stands beside it. */
export const avatar = (name: string): VNode =>
	html`<span class="avatar" aria-hidden="true">${Array.from(name.trim())[0] ?? "？"}</span>`;
