import { html, type VNode } from "./html.ts";

/**
 * Draws a count in a small circle; `due` gives it the accent colour, for things that wait for somebody. A string is
 * shown as it is: 500+.
 */
export const count = (many: number | string, due = false): VNode =>
	html`<span class=${due && many !== 0 ? "count due" : "count"}>${many.toLocaleString("en-US")}</span>`;
