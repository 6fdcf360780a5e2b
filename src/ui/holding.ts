import { type Children, html } from "./html.ts";
import { icon } from "./icon.ts";
import { amount } from "./money.ts";

/**
 * Draws the balance of a cash account in dollars, as `shown`; below zero it is red, and screen readers read （小於 0）.
 */
export const holding = (dollars: number, shown: Children = amount(dollars)): Children =>
	dollars < 0
		? html`<span class="status danger">${icon("warn")}${shown}<span class="sr">（小於 0）</span></span>`
		: shown;
