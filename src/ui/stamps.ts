import { html, type VNode } from "./html.ts";

/** Squares for seals and signatures, on paper only. */
export const stamps = (names: string[]): VNode =>
	html`<div class="print-only"><div class="stamps">${names.map((name) => html`<span>${name}</span>`)}</div></div>`;
