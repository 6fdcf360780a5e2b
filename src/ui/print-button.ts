import { button } from "./button.ts";
import { html, type VNode } from "./html.ts";

/**
 * Draws a button that prints the page. It is shown only when scripts run; without scripts the user prints with the
 * browser's menu.
 */
export const printButton = (tone: "primary" | "plain" = "primary"): VNode =>
	html`<span class="scripted">${button({ label: "列印", icon: "print", tone, type: "button", data: { print: "" } })}</span>`;
