import { html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";

/** Draws a small label: a tag, or with `removeHref` a filter condition as a link that removes it. */
export const chip = ({ label, removeHref }: { label: string; removeHref?: string | undefined }): VNode =>
	removeHref
		? html`<a class="chip" href=${removeHref}>${label}${icon("x")}<span class="sr">移除</span></a>`
		: html`<span class="chip">${label}</span>`;
