import { type Children, html, type VNode } from "./html.ts";

/** A band across a card: `stick` stays in sight below a long form, `bulk` is about the chosen rows. */
export const strip = ({ kind }: { kind?: "stick" | "bulk" | undefined }, ...children: Children[]): VNode =>
	html`<div class=${kind ? `strip ${kind}` : "strip"}>${children}</div>`;

/** Tools over a text or a board. */
export const toolbar = ({ label }: { label: string }, ...children: Children[]): VNode =>
	html`<div class="toolbar" role="group" aria-label=${label}>${children}</div>`;
