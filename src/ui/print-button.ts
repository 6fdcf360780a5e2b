import { button } from "./button.ts";
import { html, type VNode } from "./html.ts";

/** Prints what is on the screen; without a script there is the browser's own. */
export const printButton = (tone: "primary" | "plain" = "primary"): VNode =>
	html`<span class="scripted">${button({ label: "列印", icon: "print", tone, type: "button", data: { print: "" } })}</span>`;
