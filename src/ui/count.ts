import { html, type VNode } from "./html.ts";

/** How many, in a small round; `due` is the accent's, for what waits. A text says it in its own way: 500+. */
export const count = (many: number | string, due = false): VNode =>
	html`<span class=${due && many !== 0 ? "count due" : "count"}>${many.toLocaleString("en-US")}</span>`;
