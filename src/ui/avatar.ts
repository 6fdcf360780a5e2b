import { html, type VNode } from "./html.ts";

/** The first character of a name in a round; the name itself stands beside it. */
export const avatar = (name: string): VNode =>
	html`<span class="avatar" aria-hidden="true">${Array.from(name.trim())[0] ?? "？"}</span>`;
