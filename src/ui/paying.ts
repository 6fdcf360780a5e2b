import { part } from "#ui/islands/part.ts";
import { type Children, html, type VNode } from "./html.ts";

/** The fields of what is paid and how; where scripts run, the sum follows what is ticked. */
export const paying = (...children: Children[]): VNode =>
	part({ name: "payment-form", props: {} }, html`<div class="stack loose">${children}</div>`);
