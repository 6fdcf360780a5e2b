import { part } from "#ui/islands/part.ts";
import { type Children, html, type VNode } from "./html.ts";

/**
 * Draws `children`, the fields of a payment form, as the part `payment-form`: when scripts run, the shown sum follows
 * the ticked dues items.
 */
export const paying = (...children: Children[]): VNode =>
	part({ name: "payment-form", props: {} }, html`<div class="stack loose">${children}</div>`);
