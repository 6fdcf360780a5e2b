import { part } from "#ui/islands/part.ts";
import { type Children, html, type VNode } from "./html.ts";

/** Draws the fields of what is paid and how; when scripts run, the shown sum follows the ticked dues items. */
export const paying = (...children: Children[]): VNode =>
	part({ name: "payment-form", props: {} }, html`<div class="stack loose">${children}</div>`);
