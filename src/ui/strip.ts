import { type Children, html, type VNode } from "./html.ts";

/** Draws a band across a card: `stick` stays visible below a long form, `bulk` holds the actions on chosen rows. */
export const strip = ({ kind }: { kind?: "stick" | "bulk" | undefined }, ...children: Children[]): VNode =>
	html`<div class=${kind ? `strip ${kind}` : "strip"}>${children}</div>`;

/** Draws the tool buttons above a text or a board. */
export const toolbar = ({ label }: { label: string }, ...children: Children[]): VNode =>
	html`<div class="toolbar" role="group" aria-label=${label}>${children}</div>`;
