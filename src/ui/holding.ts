import { type Children, html } from "./html.ts";
import { icon } from "./icon.ts";
import { amount } from "./money.ts";

/** What an account of cash holds: below zero it is red, with a sign, and said to who sees neither. */
export const holding = (dollars: number, shown: Children = amount(dollars)): Children =>
	dollars < 0
		? html`<span class="status danger">${icon("warn")}${shown}<span class="sr">（小於 0）</span></span>`
		: shown;
