import { html, type VNode } from "./html.ts";

/** Draws labelled squares for seals and signatures, visible only in print. */
export const stamps = (names: string[]): VNode =>
	html`<div class="print-only"><div class="stamps">${names.map((name) => html`<span>${name}</span>`)}</div></div>`;
