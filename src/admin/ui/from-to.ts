import { type Children, html, type VNode } from "#admin/html.ts";

/** A value, or that there is none. */
export const orEmpty = (text: string): Children => (text === "" ? html`<span class="soft">（空白）</span>` : text);

/** What a value was and what it became. */
export const fromTo = (from: string, to: string): VNode =>
	html`<span><del><span class="sr">原為</span>${from || "（空白）"}</del> → <ins><span class="sr">改為</span>${to || "（空白）"}</ins></span>`;
